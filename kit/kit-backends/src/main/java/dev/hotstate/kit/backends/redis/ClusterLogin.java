package dev.hotstate.kit.backends.redis;

import dev.hotstate.kit.backends.host.Secrets;
import java.util.Properties;

/** The passwords of the two users that the cluster itself needs. */
record ClusterLogin(String adminUser, String adminPassword, String replicationUser, String replicationPassword) {

    static ClusterLogin random() {
        return new ClusterLogin("admin", Secrets.random(), "replication", Secrets.random());
    }

    static ClusterLogin read(Properties file) {
        return new ClusterLogin(
                file.getProperty("admin.user"),
                file.getProperty("admin.password"),
                file.getProperty("replication.user"),
                file.getProperty("replication.password"));
    }

    void write(Properties file) {
        file.setProperty("admin.user", adminUser);
        file.setProperty("admin.password", adminPassword);
        file.setProperty("replication.user", replicationUser);
        file.setProperty("replication.password", replicationPassword);
    }

    @Override
    public String toString() {
        return "ClusterLogin[passwords withheld]";
    }
}
