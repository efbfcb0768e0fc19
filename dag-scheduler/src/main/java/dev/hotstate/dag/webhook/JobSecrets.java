package dev.hotstate.dag.webhook;

/** What the secret of a job is sealed for: it opens nowhere else. */
public final class JobSecrets {

    private JobSecrets() {}

    public static String context(String job) {
        return "job:" + job;
    }
}
