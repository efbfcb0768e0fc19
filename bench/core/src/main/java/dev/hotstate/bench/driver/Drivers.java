package dev.hotstate.bench.driver;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.stage.BenchBackends;
import dev.hotstate.bench.stage.Population;
import java.io.IOException;

/** Drivers that are somewhere and can be had. */
public final class Drivers implements Population {

    private final BenchScope own;
    private final DriverStage stage;

    private Drivers(BenchScope own, DriverStage stage) {
        this.own = own;
        this.stage = stage;
    }

    public static Drivers start(BenchScope scope) throws IOException {
        var own = scope.own(new BenchScope(scope.checkout(), scope.quick()));
        return new Drivers(own, DriverStage.start(own));
    }

    @Override
    public BenchBackends backends() {
        return stage.backends();
    }

    @Override
    public void growTo(int size) throws IOException, InterruptedException {
        stage.growTo(size);
    }

    @Override
    public void close() {
        own.close();
    }
}
