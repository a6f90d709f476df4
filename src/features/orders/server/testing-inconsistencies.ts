/**
 * Returns SQL that lists inconsistencies, one row `fault` each: counters, seats, money, promo code uses, the waitlist
 * and daily sales are recalculated from the rows. The SQL must never return a row. `scope` limits it to some events:
 * given a column with an event's id, it returns a condition.
 */
export function buildInconsistencyQuery(scope: (eventId: string) => string): string {
  return [
    buildStockQuery,
    buildOrdersQuery,
    buildPaymentsQuery,
    buildWaitlistQuery,
    buildSalesQuery,
    buildLedgerQuery,
  ]
    .map((part) => part(scope))
    .join(' union all ')
}

const buildStockQuery = (scope: (eventId: string) => string): string => `
  select 'stock of ' || t.name || ': ' || t.quantity_held || ' held, ' || t.quantity_sold || ' sold of ' || t.quantity_total
      || ', orders say ' || x.held || ' and ' || x.sold || ', seats ' || x.seats as fault
    from ticket_types t cross join lateral (
      select coalesce(sum(i.quantity) filter (where o.status = 'reserved'), 0) as held,
        coalesce(sum(i.quantity - i.quantity_refunded) filter (where o.status = 'confirmed'), 0) as sold,
        coalesce(sum(i.amount_cents - i.refunded_cents) filter (where o.status = 'confirmed'), 0) as cents,
        (select count(*) from tickets k where k.event_id = t.event_id and k.ticket_type_id = t.id and k.status = 'valid') as seats
      from order_items i join orders o on o.id = i.order_id where i.ticket_type_id = t.id
    ) x
    where ${scope('t.event_id')} and (t.quantity_held <> x.held or t.quantity_sold <> x.sold or t.quantity_sold <> x.seats
      or t.quantity_sold + t.quantity_held > t.quantity_total)
  union all
  select 'revenue of ' || t.name || ': ' || t.revenue_cents || ', orders say ' || x.cents
    from ticket_types t cross join lateral (
      select coalesce(sum(i.amount_cents - i.refunded_cents), 0) as cents
      from order_items i join orders o on o.id = i.order_id where i.ticket_type_id = t.id and o.status = 'confirmed'
    ) x where ${scope('t.event_id')} and t.revenue_cents <> x.cents
  union all
  select 'code ' || c.code || ' is used ' || c.used || ' times, orders say ' || x.used
    from promo_codes c cross join lateral (
      select count(*) as used from orders o where o.promo_code_id = c.id and o.status in ('reserved', 'confirmed')
    ) x where ${scope('c.event_id')} and c.used <> x.used`

const buildOrdersQuery = (scope: (eventId: string) => string): string => `
  select 'order ' || o.status || ' with the wrong seats: ' || o.id from orders o
    where ${scope('o.event_id')} and (o.confirmed_at is not null or exists (select from tickets k where k.order_id = o.id))
      and exists (
        select from order_items i where i.order_id = o.id and (i.quantity::bigint, i.quantity_refunded::bigint) is distinct from (
          select (count(*), count(*) filter (where k.status <> 'valid')) from tickets k
          where k.order_id = o.id and k.ticket_type_id = i.ticket_type_id))
  union all
  select 'refunded with tickets left, or confirmed without any: ' || o.id from orders o
    where ${scope('o.event_id')} and o.confirmed_at is not null and (o.status = 'refunded') is not distinct from exists (
      select from order_items i where i.order_id = o.id and i.quantity_refunded < i.quantity)
  union all
  select 'a line got back ' || i.refunded_cents || ' for ' || i.quantity_refunded || ' of ' || i.quantity || ': ' || o.id
    from order_items i join orders o on o.id = i.order_id
    where ${scope('o.event_id')} and i.refunded_cents <> round((i.amount_cents)::numeric * i.quantity_refunded / i.quantity)
  union all
  select 'went back without having been bought: ' || o.id from orders o
    where ${scope('o.event_id')} and o.confirmed_at is null and exists (
      select from order_items i where i.order_id = o.id and i.quantity_refunded > 0)`

/** Checks that each payment was honored with tickets or refunded in full, and refunds match the tickets. */
const buildPaymentsQuery = (scope: (eventId: string) => string): string => `
  select 'approved without a confirmed order: ' || p.id from payments p join orders o on o.id = p.order_id
    where ${scope('o.event_id')} and p.status = 'approved' and (o.confirmed_at is null or o.status not in ('confirmed', 'refunded'))
  union all
  select 'returned without a refund: ' || p.id from payments p join orders o on o.id = p.order_id
    where ${scope('o.event_id')} and p.status = 'returned' and p.amount_cents is distinct from
      (select sum(r.amount_cents) from refunds r where r.payment_id = p.id)
  union all
  select 'confirmed without payment: ' || o.id from orders o
    where ${scope('o.event_id')} and o.status = 'confirmed' and o.total_cents > 0
      and not exists (select from payments p where p.order_id = o.id and p.status = 'approved')
  union all
  select 'order ' || o.id || ' got back ' || x.refunds || ' for ' || x.back || ' of ' || x.cents || ' and fee ' || o.fee_cents
    from orders o cross join lateral (
      select o.subtotal_cents + o.added_tax_cents as cents,
        (select coalesce(sum(i.refunded_cents), 0) from order_items i where i.order_id = o.id) as back,
        (select coalesce(sum(r.amount_cents), 0) from payments p join refunds r on r.payment_id = p.id
          where p.order_id = o.id and p.status = 'approved') as refunds
    ) x
    where ${scope('o.event_id')} and o.confirmed_at is not null and (
      x.refunds <> x.back + case when x.cents = 0 then 0 else round(o.fee_cents::numeric * x.back / x.cents) end
      or (o.status = 'refunded' and x.refunds <> o.total_cents))`

const buildWaitlistQuery = (scope: (eventId: string) => string): string => `
  select 'waiting for ' || t.name || ': ' || t.waiting || ', entries say ' || x.waiting
    from ticket_types t cross join lateral (
      select count(*) as waiting from waitlist_entries w where w.ticket_type_id = t.id and w.status = 'waiting'
    ) x where ${scope('t.event_id')} and t.waiting <> x.waiting
  union all
  select 'offer ' || w.status || ' on an order ' || o.status || ': ' || w.id
    from waitlist_entries w join orders o on o.id = w.order_id
    where ${scope('o.event_id')} and case w.status
      when 'offered' then o.status <> 'reserved'
      when 'bought' then o.confirmed_at is null
      when 'lapsed' then o.confirmed_at is not null or o.status not in ('expired', 'refunded')
      when 'passed' then o.confirmed_at is not null or o.status not in ('cancelled', 'refunded')
      else true end
  union all
  select 'held for somebody who waited, without an offer: ' || o.id from orders o
    where ${scope('o.event_id')} and o.is_offer and o.status = 'reserved' and o.customer_id is not null
      and not exists (select from waitlist_entries w where w.order_id = o.id and w.status = 'offered')`

const buildSalesQuery = (scope: (eventId: string) => string): string => `
  select 'days of ' || t.name || ': ' || x.tickets || ' for ' || x.cents || ', sold ' || t.quantity_sold || ' for ' || t.revenue_cents
    from ticket_types t cross join lateral (
      select sum(y.tickets) as tickets, sum(y.cents) as cents from (
        select s.tickets, s.cents from ticket_sales s where s.ticket_type_id = t.id
        union all
        select i.quantity, i.amount_cents from order_items i join order_outbox n on n.order_id = i.order_id and n.kind = 'confirmed'
          where i.ticket_type_id = t.id
      ) y
    ) x where ${scope('t.event_id')} and (t.quantity_sold, t.revenue_cents) is distinct from (coalesce(x.tickets, 0), coalesce(x.cents, 0))
  union all
  select 'came from somewhere: ' || x.tickets || ' tickets of ' || x.event_id || ', sold ' || x.sold
    from (
      select e.id as event_id,
        coalesce((select sum(t.tickets) from event_traffic t where t.event_id = e.id), 0)
        + coalesce((select sum(i.quantity) from orders o join order_items i on i.order_id = o.id
            join order_outbox n on n.order_id = o.id and n.kind = 'confirmed' where o.event_id = e.id), 0) as tickets,
        coalesce((select sum(t.quantity_sold) from ticket_types t where t.event_id = e.id), 0) as sold
      from events e where ${scope('e.id')}
    ) x where x.tickets <> x.sold
  union all
  select 'came from ' || x.source || ': ' || x.tickets || ' tickets of ' || x.event_id || ', counted ' || coalesce(y.tickets, 0)
    from (
      select o.event_id, sale_source(o.source, o.is_offer, o.is_comp) as source,
        sum(case when n.order_id is null then i.quantity else 0 end - i.quantity_refunded) as tickets
      from orders o join order_items i on i.order_id = o.id
        left join order_outbox n on n.order_id = o.id and n.kind = 'confirmed'
      where ${scope('o.event_id')} and o.confirmed_at is not null group by 1, 2
    ) x left join (select event_id, source, sum(tickets) as tickets from event_traffic group by 1, 2) y
      on y.event_id = x.event_id and y.source = x.source
    where x.tickets <> coalesce(y.tickets, 0)`

/** Recalculates each account of the ledger from orders, payments and refunds. Sales in the outbox are posted later. */
const buildLedgerQuery = (scope: (eventId: string) => string): string => `
  select 'ledger of ' || coalesce(x.event_id, y.event_id) || ': ' || coalesce(x.account, y.account) || ' is ' || coalesce(y.amount, 0)
      || ', rows say ' || coalesce(x.amount, 0)
    from (
      select m.event_id, m.account, sum(m.amount) as amount from (
        select o.event_id, v.account, v.amount from orders o cross join lateral (values
            ('provider', o.total_cents), ('organizer', -(o.subtotal_cents + o.added_tax_cents)), ('service_fees', -o.fee_cents)) v(account, amount)
          where o.confirmed_at is not null and not exists (
            select from order_outbox n where n.order_id = o.id and n.kind = 'confirmed')
        union all
        select p.event_id, v.account, v.amount from payments p cross join lateral (values
            ('provider', p.amount_cents), ('organizer', -p.amount_cents)) v(account, amount)
          where p.booking_id is not null and p.status = 'approved'
        union all
        select coalesce(p.event_id, o.event_id), v.account, v.amount from refunds r join payments p on p.id = r.payment_id
          left join orders o on o.id = p.order_id cross join lateral (values
            ('provider', case when p.status = 'returned' then r.amount_cents else 0 end),
            ('organizer', case when p.status = 'returned' then 0 else r.amount_cents - r.fee_cents end),
            ('service_fees', case when p.status = 'returned' then 0 else r.fee_cents end),
            ('refunds_due', case when r.status = 'done' then 0 else -r.amount_cents end),
            (case when r.is_paid_by_site then 'service_fees' when r.other_payment is not null then 'organizer' when r.reason = 'dispute_lost' then 'disputes' else 'provider' end,
              case when r.status = 'done' then -r.amount_cents else 0 end)) v(account, amount)
        union all
        select coalesce(p.event_id, o.event_id), v.account, v.amount
          from disputes d join payments p on p.id = d.payment_id left join orders o on o.id = p.order_id
            cross join lateral (select coalesce(sum(r.amount_cents), 0) as cents from refunds r
              where d.status = 'lost' and r.payment_id = p.id and r.reason = 'dispute_lost' and r.status = 'done') r
            cross join lateral (select coalesce(round(o.fee_cents::numeric * (d.amount_cents - r.cents) / o.total_cents), 0) as cents) f
            cross join lateral (values ('provider', -d.amount_cents), ('disputes', r.cents),
              ('organizer', d.amount_cents - r.cents - f.cents), ('service_fees', f.cents)) v(account, amount)
          where d.status in ('open', 'under_review', 'lost') and not d.is_inquiry
        union all
        select t.event_id, v.account, v.amount from transfers t cross join lateral (values
            ('organizer', t.amount_cents), ('payable', case when t.status = 'done' then 0 else -t.amount_cents end),
            ('provider', case when t.status = 'done' then -t.amount_cents else 0 end)) v(account, amount)
        union all
        select t.offset_event_id, v.account, v.amount from transfers t cross join lateral (values
            ('provider', t.amount_cents), ('organizer', -t.amount_cents)) v(account, amount)
          where t.offset_event_id is not null and t.status = 'done'
        union all
        select coalesce(p.event_id, o.event_id), v.account, v.amount from payments p left join orders o on o.id = p.order_id
          cross join lateral (select round(p.amount_cents * 0.015) + 25 as fee) f
          cross join lateral (values ('organizer', f.fee), ('provider', -f.fee)) v(account, amount)
          where exists (select from ledger_transactions t where t.source = 'fee:sbx_fee_' || p.id)
        union all
        select e.event_id, e.account, e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
          where t.kind in ('provider_fee', 'dispute_fee', 'booking_fee') and t.source not like 'fee:sbx\\_%'
      ) m group by 1, 2
    ) x full join (select event_id, account, sum(amount) as amount from ledger_entries group by 1, 2) y
      on y.event_id = x.event_id and y.account = x.account
    where ${scope('coalesce(x.event_id, y.event_id)')} and coalesce(x.amount, 0) <> coalesce(y.amount, 0)
  union all
  select 'days of the ledger: ' || d.account || ' ' || d.kind || ' ' || d.day || ' is ' || d.amount || ', entries say ' || coalesce(x.amount, 0)
    from ledger_days d left join lateral (
      select sum(e.amount) as amount, count(*) as entries, sum(t.tickets) as tickets
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.event_id = d.event_id and t.day = d.day and t.kind = d.kind and e.account = d.account and e.currency = d.currency
        and e.person_id is not distinct from d.person_id
    ) x on true
    where ${scope('d.event_id')} and (d.amount, d.entries, d.tickets) is distinct from (x.amount, x.entries, x.tickets)
  union all
  select 'an account without days: ' || e.account from ledger_entries e
    where ${scope('e.event_id')} and not exists (select from ledger_days d where d.event_id = e.event_id and d.account = e.account)`
