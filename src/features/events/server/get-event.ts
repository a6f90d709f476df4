import { type RawBuilder, sql } from 'kysely'
import { getCaptchaSettings } from '~/features/identity/server/public'
import { isId } from '~/lib/ids'
import type { FeeTerms } from '~/features/settings/rules/shown-price'
import { renderMarkdown } from '~/platform/markdown/render-markdown'
import { requireCaller } from '~/platform/rpc/context'
import { type EventCard, type EventDetail, eventCard, eventDetail } from '../contract-shapes'
import { getEventPhase, type EventStatus } from '../rules/event-phase'
import type { Context } from './context'
import { type EventField, eventFields, selectEventFields } from './event-columns'
import { getOwnEvent } from './own-event'
import { refuse } from './refused-error'
import { type CardRow, cardColumns, cardJoins, toCard } from './card-row'

export type EventReader = Pick<Context, 'db' | 'settings'> & { config: Pick<Context['config'], 'auth'> }

/** Fields that visitors get unchanged, besides those of the card. */
type PlainFields = Pick<EventDetail, Exclude<keyof EventDetail & EventField, keyof EventCard>>
const plainFields = eventFields.filter(
  (field): field is keyof PlainFields => field in eventDetail.shape && !(field in eventCard.shape),
)

// Timestamps inside JSON are text; `iso` converts them.
type DetailRow = CardRow &
  PlainFields & {
    event_status: EventStatus
    status_message: string
    moved_from: Date | null
    is_date_open: boolean
    refundable_until: Date | null
    doors_at: Date | null
    ends_at: Date | null
    updated_at: Date
    requires_captcha: boolean
    organizer_name: string | null
    host: NonNullable<EventDetail['host']> | null
    line_up: EventDetail['lineUp']
    ticket_types: EventDetail['ticketTypes']
  }

/** Returns a public event, also if it is over, postponed or cancelled; undefined for drafts and private events. */
export async function findEvent(
  context: EventReader,
  id: string,
  now: Date,
): Promise<EventDetail | undefined> {
  if (!isId(id)) return undefined
  const isPublic = sql<boolean>`e.is_public and e.event_status in ('published', 'postponed', 'cancelled')`
  return readEvent(context, { id, only: isPublic, now })
}

/** Returns the event for its own people, also if not public; a draft as if it were published. */
export async function getPreview(
  context: EventReader & Pick<Context, 'caller' | 'now'>,
  id: string,
): Promise<EventDetail> {
  await getOwnEvent(context.db, requireCaller(context), { id, act: 'edit' })
  const event = await readEvent(context, { id, only: sql<boolean>`true`, now: context.now() })
  if (!event) throw refuse('NOT_FOUND')
  return event
}

async function readEvent(
  { db, settings, config }: EventReader,
  { id, only, now }: { id: string; only: RawBuilder<boolean>; now: Date },
): Promise<EventDetail | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${cardColumns}, ${selectEventFields(plainFields)}, replace(e.event_status, 'draft', 'published') as event_status, e.status_message, e.moved_from,
      e.is_date_open, e.refundable_until, e.doors_at, e.ends_at, e.updated_at, e.requires_captcha, o.display_name as organizer_name,
      case when h.id is not null then json_build_object(
        'id', h.id, 'name', h.display_name, 'bio', h.bio, 'avatarUrl', h.avatar_url,
        'isVerified', h.is_verified, 'genre', h.genre, 'isPublic', h.is_public and h.is_dj) end as host,
      (select coalesce(json_agg(json_build_object(
          'name', s.name, 'djId', s.dj_id, 'startsAt', s.starts_at, 'endsAt', s.ends_at)
        order by s.starts_at nulls last, s.billing, s.id), '[]'::json)
        from line_up_slots s where s.event_id = e.id
          and (e.event_status = 'cancelled' or not is_set_cancelled(e.id, s.dj_id))) as line_up,
      (select coalesce(json_agg(json_build_object(
          'id', y.id, 'name', y.name, 'description', y.description, 'priceCents', y.price_cents,
          'available', case when y.waiting > 0 then 0 else y.quantity_total - y.quantity_sold - y.quantity_held end,
          'saleStartsAt', y.sale_starts_at, 'saleEndsAt', y.sale_ends_at)
        order by y.sort_order, y.id), '[]'::json)
        from ticket_types y where y.event_id = e.id and y.access_code is null) as ticket_types
    from events e ${cardJoins} left join profiles o on o.id = e.organizer_id
    where e.id = ${id}::uuid and ${only}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const captcha = row.requires_captcha ? getCaptchaSettings(config.auth) : null
  return { ...toDetail(row, await settings.read(), now), captcha }
}

function toDetail(row: DetailRow, terms: FeeTerms, now: Date): Omit<EventDetail, 'captcha'> {
  const card = toCard(row, terms)
  const endsAt = row.ends_at?.toISOString() ?? null
  return {
    ...card,
    ...(Object.fromEntries(plainFields.map((field) => [field, row[field]])) as PlainFields),
    descriptionHtml: renderMarkdown(row.description),
    status: row.event_status,
    statusMessage: row.status_message,
    movedFrom: row.moved_from?.toISOString() ?? null,
    isDateOpen: row.is_date_open,
    refundableUntil: row.refundable_until?.toISOString() ?? null,
    phase: getEventPhase({ startsAt: card.startsAt, endsAt }, now),
    doorsAt: row.doors_at?.toISOString() ?? null,
    endsAt,
    updatedAt: row.updated_at.toISOString(),
    organizerName: row.organizer_name,
    host: row.host,
    lineUp: row.line_up.map((slot) => ({
      ...slot,
      startsAt: toIso(slot.startsAt),
      endsAt: toIso(slot.endsAt),
    })),
    ticketTypes: row.ticket_types.map((type) => ({
      ...type,
      saleStartsAt: toIso(type.saleStartsAt),
      saleEndsAt: toIso(type.saleEndsAt),
    })),
  }
}

function toIso(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString()
}
