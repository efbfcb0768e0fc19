package dev.hotstate.monitor.push;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

@ConfigMapping(prefix = "monitor.push")
public interface PushConfig {

    /** How many bytes are kept of what a job sends along with a ping; 0: nothing. */
    @WithDefault("10000")
    @Min(0)
    @Max(100_000)
    int bodyMax();

    /** Of how many pings of a monitor that is kept. */
    @WithDefault("20")
    @Min(1)
    @Max(200)
    int bodiesMax();

    /** How often one job may report. */
    @WithDefault("5")
    @Min(1)
    @Max(1000)
    int pingsPerSecond();

    /** How many reports of one job may come at once. */
    @WithDefault("60")
    @Min(1)
    @Max(10_000)
    int pingBurst();

    /** How often one address may name a job that does not exist. */
    @WithDefault("10")
    @Min(1)
    @Max(1000)
    int guessesPerSecond();

    /** How many such names may come at once from one address. */
    @WithDefault("100")
    @Min(1)
    @Max(10_000)
    int guessBurst();
}
