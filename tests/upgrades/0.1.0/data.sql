-- What a site of this version may have: people, an event with sold tickets, a booking and a conversation.
-- cspell:ignore Fjay
-- The password of both is that of the demo. Its hash has other costs than ours, which tests lower.
insert into accounts (id, email, email_verified_at, password_hash) values
  ('01900000-0000-7000-8000-000000000001', 'ada@backtoback.example', '2026-01-01 12:00Z',
    '$argon2id$v=19$m=8192,t=3,p=1$YmFjay10by1iYWNrLTAuMQ$P7gZSImqqOXw3qYBy9vZAqSILY8BOXwVQZja0WxocL4'),
  ('01900000-0000-7000-8000-000000000002', 'ben@backtoback.example', '2026-01-01 12:00Z',
    '$argon2id$v=19$m=8192,t=3,p=1$YmFjay10by1iYWNrLTAuMQ$P7gZSImqqOXw3qYBy9vZAqSILY8BOXwVQZja0WxocL4');
insert into profiles (id, full_name, email, dj_name, is_dj, genres) values
  ('01900000-0000-7000-8000-000000000001', 'Ada Upgrade', 'ada@backtoback.example', 'Ada', true, '{Techno}'),
  ('01900000-0000-7000-8000-000000000002', 'Ben Upgrade', 'ben@backtoback.example', null, false, '{}');
insert into user_roles (user_id, role) values
  ('01900000-0000-7000-8000-000000000001', 'admin'), ('01900000-0000-7000-8000-000000000001', 'user'),
  ('01900000-0000-7000-8000-000000000002', 'user'), ('01900000-0000-7000-8000-000000000002', 'customer');
insert into api_keys (user_id, name, prefix, key_hash, scopes) values
  ('01900000-0000-7000-8000-000000000001', 'Box office', 'b2b_Zx9a', '\x00', '{events:read,check-in:write}');
insert into connections (user_id, connected_user_id, status, answered_at) values
  ('01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002', 'accepted', '2026-01-02 12:00Z');

insert into events (id, organizer_id, title, event_type, event_date, ends_at, location, venue_name, capacity, event_status, published_at)
  values ('01900000-0000-7000-8000-000000000010', '01900000-0000-7000-8000-000000000001', 'Upgrade Night', 'club_night',
    '2150-06-01 20:00Z', '2150-06-02 04:00Z', 'Berlin', 'The Cellar', 200, 'published', '2026-01-02 12:00Z');
insert into ticket_types (id, event_id, name, price_cents, quantity_total, quantity_sold, revenue_cents) values
  ('01900000-0000-7000-8000-000000000011', '01900000-0000-7000-8000-000000000010', 'Door', 2000, 100, 2, 4000);
insert into orders (id, customer_id, event_id, client_key, status, buyer_name, buyer_email, subtotal_cents, fee_basis_points,
    fee_cents, expires_at, confirmed_at)
  values ('01900000-0000-7000-8000-000000000012', '01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000010',
    '01900000-0000-7000-8000-000000000013', 'confirmed', 'Ben Upgrade', 'ben@backtoback.example', 4000, 1000, 400,
    '2026-01-03 12:10Z', '2026-01-03 12:05Z');
insert into order_items (order_id, ticket_type_id, quantity, unit_cents) values
  ('01900000-0000-7000-8000-000000000012', '01900000-0000-7000-8000-000000000011', 2, 2000);
insert into tickets (order_id, event_id, ticket_type_id, customer_id)
  select order_id, '01900000-0000-7000-8000-000000000010', ticket_type_id, '01900000-0000-7000-8000-000000000002'
  from order_items, generate_series(1, 2);

insert into bookings (id, client_id, dj_id, event_date, ends_at, event_type, location, fee_cents, awaiting_id) values
  ('01900000-0000-7000-8000-000000000020', '01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000001',
    '2150-07-01 20:00Z', '2150-07-01 23:00Z', 'Birthday', 'Potsdam', 50000, '01900000-0000-7000-8000-000000000001');
insert into booking_steps (booking_id, position, actor_id, kind, terms) values
  ('01900000-0000-7000-8000-000000000020', 1, '01900000-0000-7000-8000-000000000002', 'request', '{"feeCents": 50000}');

insert into chat_rooms (id, name, room_type, created_by) values
  ('01900000-0000-7000-8000-000000000030', 'Upgrades', 'public', '01900000-0000-7000-8000-000000000001');
insert into chat_room_members (room_id, user_id, role) values
  ('01900000-0000-7000-8000-000000000030', '01900000-0000-7000-8000-000000000001', 'admin');
insert into chat_messages (id, room_id, seq, user_id, content) values
  ('01900000-0000-7000-8000-000000000031', '01900000-0000-7000-8000-000000000030', 1,
    '01900000-0000-7000-8000-000000000001', 'It still works');
update chat_clock set seq = 1;
insert into audit_log (actor_id, action, subject_type, subject_id) values
  ('01900000-0000-7000-8000-000000000001', 'role.granted', 'user', '01900000-0000-7000-8000-000000000001');
insert into webhook_endpoints (id, user_id, url, secret_sealed, kinds) values
  ('01900000-0000-7000-8000-000000000060', '01900000-0000-7000-8000-000000000001', 'https://hooks.example/b2b', '\x00', '{order.confirmed}');
insert into webhook_deliveries (endpoint_id, kind, payload, next_attempt_at, delivered_at) values
  ('01900000-0000-7000-8000-000000000060', 'order.confirmed', '{}', null, now());
