package dev.hotstate.kit.http.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactoryBuilder;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.Reader;

/**
 * YAML that means what it says, as {@link StrictJson}: no field is there twice, and there are no aliases. Of {@code *base}
 * Jackson makes the text "base", wherever it stands; what it stands for, written out each time, can be larger than any limit.
 */
public final class StrictYaml extends YAMLFactory {

    private static final long serialVersionUID = 1;

    public StrictYaml(YAMLFactoryBuilder settings) {
        super(settings.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION));
    }

    /** Texts and readers; streams and arrays are not used here. */
    @Override
    protected YAMLParser _createParser(Reader text, IOContext context) {
        return new YAMLParser(context, _parserFeatures, _yamlParserFeatures, _loaderOptions, _objectCodec, text) {
            @Override
            public JsonToken nextToken() throws IOException {
                var token = super.nextToken();
                if (isCurrentAlias()) {
                    throw new YamlAlias(this);
                }
                return token;
            }
        };
    }
}
