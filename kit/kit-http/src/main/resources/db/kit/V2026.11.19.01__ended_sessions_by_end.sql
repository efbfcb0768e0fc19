create index ended_session_by_end on ended_session (expires_at);

comment on table ended_session is 'kept a day longer than their cookies count, for clocks that are late';
