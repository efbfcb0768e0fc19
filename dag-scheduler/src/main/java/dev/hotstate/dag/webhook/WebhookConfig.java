package dev.hotstate.dag.webhook;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "dag.webhook")
public interface WebhookConfig {

    /** How often it is looked for ends of jobs that have to be told. */
    @WithDefault("500ms")
    @NotNull
    @DurationMin(millis = 50)
    @DurationMax(seconds = 10)
    Duration tick();

    /** How long a receiver may take. An instance that dies is replaced after three times as long. */
    @WithDefault("10s")
    @NotNull
    @DurationMin(millis = 100)
    @DurationMax(minutes = 1)
    Duration timeout();

    /** Pauses after the first, second, ... failed attempt. After one more the delivery is dead. */
    @WithDefault("5s,30s,5m,30m,2h,6h,12h")
    @NotEmpty
    List<Duration> pauses();

    /** Deliveries to one host under way on one instance. */
    @WithDefault("4")
    @Min(1)
    @Max(100)
    int perHostMax();
}
