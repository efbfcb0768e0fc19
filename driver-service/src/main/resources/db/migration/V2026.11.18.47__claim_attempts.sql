-- Whoever begins a request anew is told from those who began it before: what they say to Redis may arrive late.
alter table claim_request add column attempt integer not null default 1;

comment on column claim_request.attempt is 'how often somebody has begun to work on it';
