package dev.hotstate.dag.history;

import java.time.Instant;

/** Events for tests, of one task; seq is also the time in seconds. */
final class Events {

    private final String type;
    private final long seq;
    private long attempt;
    private final String status;
    private final String detail;
    private String verdict = "";
    private String worker = "";

    private Events(String type, long seq, long attempt, String status, String detail) {
        this.type = type;
        this.seq = seq;
        this.attempt = attempt;
        this.status = status;
        this.detail = detail;
    }

    static Events task(long seq, long attempt, String status, String detail) {
        return new Events(JobEvent.OF_TASK, seq, attempt, status, detail);
    }

    static Events job(long seq, String status, String detail) {
        return new Events(JobEvent.OF_JOB, seq, 0, status, detail);
    }

    static Events answer(long seq, long attempt, String verdict, String call) {
        var answer = new Events(JobEvent.ANSWER, seq, attempt, "COMPLETED", call);
        answer.verdict = verdict;
        return answer;
    }

    Events accepted() {
        verdict = "ACCEPTED";
        return this;
    }

    Events ofRun(int run) {
        attempt = run;
        return this;
    }

    Events by(String name) {
        worker = name;
        return this;
    }

    JobEvent event() {
        return new JobEvent(
                new EntryId(seq * 1_000, 0),
                type,
                "j",
                "t",
                attempt,
                seq,
                Instant.ofEpochSecond(seq),
                status,
                verdict,
                worker,
                detail);
    }
}
