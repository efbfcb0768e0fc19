-- Every task is written once and changed soon after; where the changed row fits into the same page, no index has to hear of it.
alter table task set (fillfactor = 50);
