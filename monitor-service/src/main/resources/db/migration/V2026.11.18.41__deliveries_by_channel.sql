-- Each channel is emptied by itself, so that one whose receiver hangs does not stand before the others.
drop index alert_delivery_due;
create index alert_delivery_due on alert_delivery (channel_id, next_attempt_at, id) where state = 'pending';
