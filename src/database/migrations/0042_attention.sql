-- What the panel's first screen counts and lists, each found without reading what has long been settled.
create index orders_confirmed on orders (confirmed_at) where status = 'confirmed';
create index payments_waiting on payments (processing_since) where processing_since is not null;
create index refunds_failed on refunds (settled_at) where status = 'failed';
