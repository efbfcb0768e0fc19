-- What has been kept long enough is found by age; what is open or waits is not in the way.
create index incident_by_end on incident (resolved_at) where resolved_at is not null;
create index alert_delivery_settled on alert_delivery (created_at) where state <> 'pending';
