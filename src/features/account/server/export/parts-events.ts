import { sql } from 'kysely'
import { eventFields, selectEventFields } from '~/features/events/server/public'
import { getNameSql, getEventSql, type Part } from './archive-part'

// Leaves out the event type, which has another name in the archive.
const fields = eventFields.filter((field) => field !== 'eventType')

export const eventParts: readonly Part[] = [
  {
    name: 'events',
    about:
      'Events you organize, with line-up, tickets, promo codes and visitor counts; without names of guests and buyers.',
    covers: ['events.organizer_id'],
    rows: (id) => sql`
      select e.id, e.event_type as type, ${selectEventFields(fields)}, e.event_status as status, e.status_message as "statusMessage",
        e.event_date as "startsAt", e.doors_at as "doorsAt", e.ends_at as "endsAt", e.is_date_open as "isDateOpen",
        e.moved_from as "movedFrom", e.featured_image_url as "pictureUrl",
        e.refundable_until as "refundableUntil", e.created_at as "createdAt", e.published_at as "publishedAt", e.updated_at as "changedAt",
        (select coalesce(json_agg(json_build_object('name', s.name, 'billedAs', s.billed_as, 'startsAt', s.starts_at, 'endsAt', s.ends_at)
          order by s.billing, s.id), '[]') from line_up_slots s where s.event_id = e.id) as bill,
        (select coalesce(json_agg(json_build_object('name', t.name, 'description', t.description, 'priceCents', t.price_cents,
          'accessCode', t.access_code, 'total', t.quantity_total, 'sold', t.quantity_sold, 'revenueCents', t.revenue_cents,
          'saleStartsAt', t.sale_starts_at, 'saleEndsAt', t.sale_ends_at) order by t.sort_order, t.id), '[]')
          from ticket_types t where t.event_id = e.id) as "ticketTypes",
        (select coalesce(json_agg(json_build_object('code', c.code, 'percent', c.percent, 'amountCents', c.amount_cents, 'useLimit', c.use_limit, 'customerLimit', c.customer_limit,
          'used', c.used, 'startsAt', c.starts_at, 'endsAt', c.ends_at) order by c.created_at, c.id), '[]')
          from promo_codes c where c.event_id = e.id) as "promoCodes",
        (select coalesce(json_agg(json_build_object('day', v.day, 'source', v.source, 'views', v.views, 'tickets', v.tickets)
          order by v.day, v.source), '[]') from event_traffic v where v.event_id = e.id) as visitors,
        (select count(*) from guests g where g.event_id = e.id) as "guests"
      from events e where e.organizer_id = ${id} order by e.created_at, e.id`,
  },
  {
    name: 'sets',
    about: 'Events where you are in the line-up.',
    covers: ['events.dj_id', 'line_up_slots.dj_id', 'line_up_slots.requested_id'],
    rows: (id) => sql`
      select ${getEventSql('s.event_id')} as event, s.name, s.billed_as as "billedAs", s.starts_at as "startsAt", s.ends_at as "endsAt",
        s.requested_id is not null as "isRequest"
      from line_up_slots s join events e on e.id = s.event_id where ${id} in (s.dj_id, s.requested_id)
      union all
      select ${getEventSql('e.id')}, null, null, null, null, false from events e where e.dj_id = ${id}
        and not exists (select from line_up_slots s where s.event_id = e.id and s.dj_id = ${id})`,
  },
  {
    name: 'eventsHelped',
    about: 'Other people’s events that you help with.',
    covers: ['event_people.person_id'],
    rows: (id) => sql`
      select ${getEventSql('h.event_id')} as event, h.relation, ${getNameSql('h.added_by')} as "addedBy", h.created_at as "since"
      from event_people h where h.person_id = ${id} order by h.created_at, h.event_id`,
  },
  {
    name: 'payoutWaivers',
    about: 'Requests to sell tickets without a payout account that you sent, or decided as an admin.',
    covers: ['payee_waivers.requested_by', 'payee_waivers.decided_by'],
    rows: (id) => sql`
      select ${getEventSql('w.event_id')} as event, coalesce(w.requested_by = ${id}, false) as "isYours",
        w.requested_at as "requestedAt", w.decided_at as "decidedAt", w.is_granted as "isGranted", w.reason
      from payee_waivers w where w.requested_by = ${id} or w.decided_by = ${id} order by w.requested_at, w.event_id`,
  },
  {
    name: 'checkIns',
    about: 'Events you checked people in at: how many scans you made and undid, and when; without names.',
    covers: ['check_ins.by_id', 'check_ins.undone_by'],
    rows: (id) => sql`
      select ${getEventSql('c.event_id')} as event, count(*) filter (where c.by_id = ${id}) as "scans",
        count(*) filter (where c.undone_by = ${id}) as "reverted", min(c.scanned_at) as "from", max(c.scanned_at) as "to"
      from check_ins c where c.by_id = ${id} or c.undone_by = ${id} group by c.event_id order by c.event_id`,
  },
  {
    name: 'messagesToHolders',
    about: 'Your messages to ticket holders.',
    covers: ['holder_messages.by_id'],
    rows: (id) => sql`
      select ${getEventSql('m.event_id')} as event, m.subject, m.body, m.recipients, m.created_at as "sentAt"
      from holder_messages m where m.by_id = ${id} order by m.created_at, m.id`,
  },
  {
    name: 'disputeResponses',
    about: 'Disputed payments that you responded to, with your note to the bank; without names of buyers.',
    covers: ['disputes.responded_by'],
    rows: (id) => sql`
      select ${getEventSql('o.event_id')} as event, d.response, d.note, d.amount_cents as "amountCents",
        d.responded_at as "respondedAt", d.status
      from disputes d join payments p on p.id = d.payment_id join orders o on o.id = p.order_id
      where d.responded_by = ${id} order by d.responded_at, d.id`,
  },
  {
    name: 'settlementAcceptances',
    about: 'Settlements of events that you accepted.',
    covers: ['settlement_acceptances.person_id'],
    rows: (id) => sql`
      select ${getEventSql('a.event_id')} as event, a.accepted_at as "acceptedAt"
      from settlement_acceptances a where a.person_id = ${id} order by a.accepted_at, a.event_id`,
  },
  {
    name: 'settlementQuestions',
    about: 'Figures of settlements that you questioned, or whose question you resolved.',
    covers: ['settlement_questions.person_id', 'settlement_questions.resolved_by'],
    rows: (id) => sql`
      select ${getEventSql('q.event_id')} as event, q.person_id is not distinct from ${id} as "isYours", q.figure,
        q.expected_cents as "expectedCents", q.reason, q.created_at as "at", q.resolution, q.reply, q.resolved_at as "resolvedAt"
      from settlement_questions q where ${id} in (q.person_id, q.resolved_by) order by q.created_at, q.id`,
  },
  {
    name: 'transfers',
    about: 'Transfers of your shares of events, and their reversals after a refund.',
    covers: ['transfers.payee_id'],
    rows: (id) => sql`
      select ${getEventSql('t.event_id')} as event, t.reason, t.amount_cents as "amountCents", t.currency, t.status,
        t.created_at as "at", t.done_at as "sentAt"
      from transfers t where t.payee_id = ${id} order by t.created_at, t.id`,
  },
]
