-- The lines of one attempt in the order in which they arrived: a task may have written millions in others.
create index log_line_of_attempt on log_line (job_id, task_id, attempt, id);
