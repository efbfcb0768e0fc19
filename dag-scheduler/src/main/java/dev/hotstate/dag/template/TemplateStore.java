package dev.hotstate.dag.template;

import dev.hotstate.kit.http.audit.AuditLog;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Templates in Postgres; each change is recorded. */
@Singleton
class TemplateStore {

    static final Paging PAGING = new Paging("templates", 50, 500);

    private static final String PUT = """
            insert into template (name, description, parameters, job, changed_by) values ($1, $2, $3, $4, $5)
            on conflict (name) do update set description = $2, parameters = $3, job = $4, changed_by = $5,
                version = template.version + 1, changed_at = now()
            returning *""";

    private static final String LIST = """
            select * from template
            where name > $1 and ($3::text is null or strpos(lower(name), lower($3)) > 0
                or strpos(lower(description), lower($3)) > 0)
            order by name limit $2""";

    private static final String FIND = "select * from template where name = $1";

    /** Not one that schedules still run. */
    private static final String DELETE =
            "delete from template where name = $1 and not exists (select from schedule where template = $1)";

    private final Database database;
    private final AuditLog audit;
    private final TemplateJson json;

    TemplateStore(Database database, AuditLog audit, TemplateJson json) {
        this.database = database;
        this.audit = audit;
        this.json = json;
    }

    Uni<TemplateView> put(Caller caller, String name, TemplateRequest template) {
        var row = Tuple.from(Arrays.asList(
                name,
                template.description(),
                json.text(template.parameters()),
                json.text(template.job()),
                caller.actor()));
        return database.inTransaction(transaction -> transaction
                .preparedQuery(PUT)
                .execute(row)
                .map(rows -> view(rows.iterator().next()))
                .call(view ->
                        audit.record(transaction, caller, "template.put", name, Map.of("version", view.version()))));
    }

    /**
     * By name.
     *
     * @param text part of the name or the description
     */
    Uni<Page<TemplateView>> list(PageRequest request, @Nullable String text) {
        var after = request.after().map(position -> position.text(0)).orElse("");
        return database.query(LIST, after, request.fetch(), text).map(rows -> {
            var views = new ArrayList<TemplateView>();
            rows.forEach(row -> views.add(view(row)));
            return PAGING.page(request, views, view -> Position.of(view.name()));
        });
    }

    /** Fails with 404 if there is none. */
    Uni<TemplateView> find(String name) {
        return database.query(FIND, name).map(rows -> {
            if (rows.size() == 0) {
                throw new Refusal(KitProblem.NOT_FOUND, "No template is called " + name + ".");
            }
            return view(rows.iterator().next());
        });
    }

    /** Fails with 409 while schedules run it. */
    Uni<Void> delete(Caller caller, String name) {
        return find(name)
                .chain(known -> database.inTransaction(transaction -> transaction
                        .preparedQuery(DELETE)
                        .execute(Tuple.of(name))
                        .invoke(rows -> {
                            if (rows.rowCount() == 0) {
                                throw new Refusal(KitProblem.CONFLICT, "Delete the schedules of " + name + " first.");
                            }
                        })
                        .chain(() -> audit.record(transaction, caller, "template.delete", name, Map.of()))));
    }

    private TemplateView view(Row row) {
        return new TemplateView(
                row.getString("name"),
                row.getString("description"),
                json.parameters(row.getString("parameters")),
                json.tree(row.getString("job")),
                row.getInteger("version"),
                row.getString("changed_by"),
                row.getOffsetDateTime("changed_at").toInstant());
    }
}
