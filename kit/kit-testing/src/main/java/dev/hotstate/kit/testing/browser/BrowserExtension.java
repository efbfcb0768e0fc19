package dev.hotstate.kit.testing.browser;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives test methods the one {@link Browser} of the test run as a parameter; without Chromium the class is skipped. */
public final class BrowserExtension implements BeforeAllCallback, ParameterResolver {

    private static final ExtensionContext.Namespace SPACE = ExtensionContext.Namespace.create(BrowserExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        browser(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Browser.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return browser(context);
    }

    private static Browser browser(ExtensionContext context) {
        return context.getRoot().getStore(SPACE).computeIfAbsent(Browser.class, type -> Browser.start(), Browser.class);
    }
}
