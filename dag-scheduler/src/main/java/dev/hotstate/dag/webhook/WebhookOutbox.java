package dev.hotstate.dag.webhook;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Collection;

/** Where it is written down that the end of a job has to be told. */
public final class WebhookOutbox {

    /** What is told has the fields of the job as callers see it. */
    private static final String WRITE = """
            insert into webhook_delivery (job_id, run, host, body)
            select job.id, run, coalesce(lower(substring(webhook_url from '://(?:[^/@]*@)?([^/:?#]+)')), ''), json_build_object(
                'type', 'job.ended', 'data', json_build_object(
                    'jobId', job.id, 'name', name, 'createdBy', created_by, 'labels', labels, 'status', status,
                    'paused', paused, 'reason', reason, 'tasks', task_count, 'progress', json_build_object(
                        'left', task_count - completed - failed - skipped - cancelled, 'completed', completed,
                        'failed', failed, 'skipped', skipped, 'cancelled', cancelled),
                    'run', run, 'onFailure', on_failure, 'durability', durability, 'concurrency', concurrency_max,
                    'deadline', deadline_at, 'createdAt', created_at, 'startedAt', started_at, 'finishedAt', finished_at,
                    'live', false))::text
            from job cross join lateral (
                select count(*) filter (where task.status = 'COMPLETED') as completed,
                       count(*) filter (where task.status = 'FAILED') as failed,
                       count(*) filter (where task.status = 'SKIPPED') as skipped,
                       count(*) filter (where task.status = 'CANCELLED') as cancelled
                from task where task.job_id = job.id) as counted
            where job.id = any ($1) and webhook_url is not null
            on conflict do nothing""";

    private WebhookOutbox() {}

    /**
     * Of those jobs that want it told; a run that ends once more is not told once more.
     *
     * @param transaction that keeps their ends
     */
    public static Uni<Void> ended(SqlConnection transaction, Collection<String> jobs) {
        return jobs.isEmpty()
                ? Uni.createFrom().voidItem()
                : transaction
                        .preparedQuery(WRITE)
                        .execute(Tuple.of(jobs.toArray(String[]::new)))
                        .replaceWithVoid();
    }
}
