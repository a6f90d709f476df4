import {
  type Arbitrary,
  array,
  boolean,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  option,
  record,
  tuple,
} from '~tests/support/fast-check'
import { buildInconsistencyQuery } from './testing-inconsistencies'

export interface Ground {
  eventId: string
  /** The ids of the ticket types, in ascending order. The third type is hidden behind the code `BACKSTAGE`. */
  types: string[]
  people: string[]
}

/** One statement each. `n` selects a row by modulo, so that every number is valid. */
export type Step =
  | {
      kind: 'reserve'
      orders: { person: number; quantities: number[]; access: boolean; promo: string | null }[]
    }
  // What happens before the payment arrives: nothing, the hold expires (and another buyer takes the last use of the
  // code, or the event is postponed), the order is cancelled, or a second payment.
  | { kind: 'buy'; n: number; meanwhile: 'in time' | 'late' | 'code' | 'moved' | 'given back' | 'twice' }
  | { kind: 'open'; n: number }
  | { kind: 'decline'; n: number }
  | { kind: 'pay'; n: number; isAmountRight: boolean; another: number | null }
  | { kind: 'expire'; n: number }
  | { kind: 'cancel'; n: number }
  | { kind: 'refund'; n: number; seats: number | null; leaveCheckedIn: boolean; times: number }
  | { kind: 'check in'; n: number }
  | { kind: 'transfer'; n: number; to: number }
  | { kind: 'join'; type: number; person: number; quantity: number }
  | { kind: 'leave'; n: number }
  | { kind: 'offer'; more: number }
  | { kind: 'take'; n: number }
  | { kind: 'give'; type: number; quantity: number; person: number | null }
  | { kind: 'stock'; type: number; total: number }
  | { kind: 'price'; type: number; cents: number }
  | { kind: 'limit'; promo: number; limit: number | null }
  | { kind: 'postpone' | 'go on' | 'call off' | 'end holds' }

export interface Sequence {
  /** Checks consistency after each step; otherwise only at the end. */
  isWatched: boolean
  prices: number[]
  totals: number[]
  percent: number
  amountCents: number
  limit: number
  feePoints: number
  steps: Step[]
}

const n = nat(7)
const type = nat(2)
const person = nat(3)
// Lists rather than ranges: fast-check prefers the ends of a range, and without stock nothing happens.
const cents = constantFrom(0, 1, 237, 333, 1600, 1999)
const total = constantFrom(0, 1, 2, 2, 3, 5, 12)

const anOrder = record({
  person,
  quantities: constantFrom<number[]>(
    [1, 0, 0],
    [2, 0, 0],
    [3, 1, 0],
    [0, 2, 0],
    [0, 3, 0],
    [2, 2, 0],
    [0, 0, 1],
    [1, 1, 1],
  ),
  access: constantFrom(true, true, true, false),
  promo: constantFrom<string | null>(
    null,
    null,
    null,
    null,
    'PERCENT',
    'PERCENT',
    'AMOUNT',
    'AMOUNT',
    'LATER',
    'NONE',
  ),
})

const reserve: Arbitrary<Step> = record({
  kind: constant('reserve'),
  orders: array(anOrder, { minLength: 1, maxLength: 3 }),
})
const buy: Arbitrary<Step> = record({
  kind: constant('buy'),
  n,
  meanwhile: oneof(
    { weight: 12, arbitrary: constant('in time' as const) },
    { weight: 4, arbitrary: constant('late' as const) },
    { weight: 2, arbitrary: constant('code' as const) },
    { weight: 1, arbitrary: constant('moved' as const) },
    { weight: 1, arbitrary: constant('given back' as const) },
    { weight: 1, arbitrary: constant('twice' as const) },
  ),
})

const join: Arbitrary<Step> = record({
  kind: constant('join'),
  type,
  person,
  quantity: integer({ min: 1, max: 4 }),
})
const offer: Arbitrary<Step> = record({ kind: constant('offer'), more: constantFrom(0, 1, 2, 4) })

const step: Arbitrary<Step> = oneof(
  { weight: 8, arbitrary: reserve },
  { weight: 9, arbitrary: buy },
  { weight: 2, arbitrary: record({ kind: constant('open'), n }) },
  { weight: 1, arbitrary: record({ kind: constant('decline'), n }) },
  {
    weight: 3,
    arbitrary: record({
      kind: constant('pay'),
      n,
      isAmountRight: nat(9).map((x) => x > 0),
      another: option(n, { freq: 2 }),
    }),
  },
  { weight: 2, arbitrary: record({ kind: constant('expire'), n }) },
  { weight: 1, arbitrary: record({ kind: constant('cancel'), n }) },
  {
    weight: 5,
    arbitrary: record({
      kind: constant('refund'),
      n,
      seats: option(constantFrom(1, 1, 2, 3), { freq: 3 }),
      leaveCheckedIn: boolean(),
      times: constantFrom(1, 1, 2, 3),
    }),
  },
  { weight: 1, arbitrary: record({ kind: constant('check in'), n }) },
  { weight: 1, arbitrary: record({ kind: constant('transfer'), n, to: person }) },
  { weight: 2, arbitrary: join },
  { weight: 1, arbitrary: record({ kind: constant('leave'), n }) },
  { weight: 3, arbitrary: offer },
  { weight: 1, arbitrary: record({ kind: constant('take'), n }) },
  {
    weight: 1,
    arbitrary: record({
      kind: constant('give'),
      type,
      quantity: integer({ min: 1, max: 3 }),
      person: option(person),
    }),
  },
  { weight: 3, arbitrary: record({ kind: constant('stock'), type, total }) },
  { weight: 1, arbitrary: record({ kind: constant('price'), type, cents }) },
  {
    weight: 1,
    arbitrary: record({ kind: constant('limit'), promo: nat(1), limit: option(nat(4)) }),
  },
  {
    weight: 1,
    arbitrary: record({ kind: constantFrom('postpone', 'go on', 'go on', 'go on', 'call off', 'end holds') }),
  },
)

export const sequence: Arbitrary<Sequence> = record({
  isWatched: nat(3).map((x) => x === 0),
  prices: tuple(cents, cents, cents),
  totals: tuple(total, total, total),
  percent: constantFrom(1, 10, 33, 50, 100),
  amountCents: constantFrom(1, 100, 333, 5000),
  limit: integer({ min: 1, max: 3 }),
  feePoints: constantFrom(0, 333, 1000),
  // Starts with a sale, since most other steps need one, and ends with offers to the waitlist.
  steps: tuple(
    reserve,
    buy,
    array(oneof({ weight: 6, arbitrary: tuple(step) }, { weight: 1, arbitrary: tuple(join, offer, buy) }), {
      minLength: 2,
      maxLength: 7,
      size: 'max',
    }),
  ).map(([first, second, rest]) => [first, second, ...rest.flat()]),
})

/**
 * SQL functions of the test: `check` throws when an event is inconsistent, `seen` returns the states that a sequence
 * reached, and `nth` returns the n-th order by creation.
 */
export const checkFunctionsSql = `
  create schema proof;
  create function proof.check(p_event uuid, p_step text) returns void language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
  declare v_faults text;
  begin
    -- As at a commit.
    set constraints all immediate;
    set constraints all deferred;
    select string_agg(fault, E'\\n') into v_faults from (${buildInconsistencyQuery((column) => `${column} = p_event`)}) x;
    if v_faults is not null then raise exception 'after %: %', p_step, v_faults using errcode = 'P0F01'; end if;
  end $$;
  create function proof.nth(p_event uuid, p_statuses text[], p_n integer) returns uuid language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
  declare v_ids uuid[] := array(
    select id from orders where event_id = p_event and status = any (p_statuses) order by created_at, id);
  begin
    return case when v_ids = '{}' then null else v_ids[1 + p_n % cardinality(v_ids)] end;
  end $$;
  create function proof.paid(p_event uuid, p_n integer, p_another integer) returns text[] language plpgsql
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
  declare v_all text[] := array(
    select p.provider_reference from payments p join orders o on o.id = p.order_id
    where o.event_id = p_event order by p.created_at, p.provider_reference);
  begin
    if v_all = '{}' then return '{}'; end if;
    return array(select distinct v_all[1 + x % cardinality(v_all)] from unnest(array_remove(array[p_n, p_another], null)) x);
  end $$;
  create function proof.seen(p_event uuid) returns text[] language sql set enable_seqscan = off set jit = off as $$
    select array(
      select 'order ' || o.status from orders o where o.event_id = p_event
      union select 'late, confirmed' from orders o where o.event_id = p_event and o.confirmed_at > o.expires_at
        and not o.is_comp and o.total_cents > 0
      union select 'entry ' || w.status from waitlist_entries w join ticket_types t on t.id = w.ticket_type_id where t.event_id = p_event
      union select 'payment ' || p.status from payments p join orders o on o.id = p.order_id where o.event_id = p_event
      union select 'refund: ' || r.reason from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
        where o.event_id = p_event
      union select 'ticket ' || k.status from tickets k where k.event_id = p_event
      union select 'ticket in' from tickets k where k.event_id = p_event and k.checked_in_at is not null
      union select 'part of an order back' from order_items i join orders o on o.id = i.order_id
        where o.event_id = p_event and o.status = 'confirmed' and i.refunded_cents > 0
      union select 'discount' from order_items i join orders o on o.id = i.order_id where o.event_id = p_event and i.discount_cents > 0
      union select 'discount to nothing' from orders o where o.event_id = p_event and o.total_cents = 0 and o.promo_code_id is not null
        and exists (select from order_items i where i.order_id = o.id and i.discount_cents > 0)
      union select 'gift' from orders o where o.event_id = p_event and o.is_comp
      union select 'waits for the rest' from waitlist_entries w join ticket_types t on t.id = w.ticket_type_id
        join waitlist_entries b on b.ticket_type_id = t.id and b.customer_id = w.customer_id and b.created_at = w.created_at
        where t.event_id = p_event and w.status = 'waiting' and b.status = 'bought'
    )
  $$;`
