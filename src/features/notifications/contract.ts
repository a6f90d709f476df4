import { z } from 'zod'
import { defineCursor } from '~/lib/cursor'
import { call, id, nextCursor, pageAfter, pageLimit } from '~/platform/rpc/contract'
import { EMAIL_TOPICS, NOTICE_KINDS } from './rules/notice-kind'

const iso = z.iso.datetime()
const topic = z.enum(EMAIL_TOPICS)

const notice = z.object({
  id,
  kind: z.enum(NOTICE_KINDS),
  /** The row it is about: a connection, a booking or another row of its kind. */
  subjectId: z.string(),
  /** The person who caused it; null when none did. */
  actor: z.object({ id, name: z.string(), avatarUrl: z.string().nullable() }).nullable(),
  /** The parts of one sentence. */
  words: z.array(z.object({ text: z.string(), isStrong: z.boolean() })),
  /** A path on this site. */
  link: z.string(),
  /** The label of the action it needs; null when none is needed or it is settled. */
  asks: z.enum(['Answer', 'Write a review']).nullable(),
  readAt: iso.nullable(),
  at: iso,
})
export type NoticeItem = z.output<typeof notice>

const emailPreference = z.object({
  topic,
  label: z.string(),
  about: z.string().nullable(),
  wantsEmail: z.boolean(),
})
export type EmailPreference = z.output<typeof emailPreference>

/** The emails that an unsubscribe link stops. */
const unsubscribeStatus = emailPreference.extend({ noun: z.string() })
export type UnsubscribeStatus = z.output<typeof unsubscribeStatus>

const token = z.string().max(200)

export const noticeCursor = defineCursor('id')

const tags = ['notifications']
const own = call.meta({ access: 'signed_in' })
const open = call.meta({ access: 'public' })
const DEAD_LINK = {
  NOT_FOUND: { status: 404, message: 'This link leads nowhere. Copy it whole from our mail.' },
}

export const notificationsContract = {
  list: own
    .route({ method: 'GET', path: '/me/notifications', tags, summary: 'What happened, newest first' })
    .input(
      z.object({
        after: pageAfter(noticeCursor),
        limit: pageLimit(50, 20),
      }),
    )
    .output(z.object({ notices: z.array(notice), nextCursor })),
  unread: own
    .route({
      method: 'GET',
      path: '/me/notifications/unread',
      tags,
      summary: 'How many are unread; 100 stands for more than 99',
    })
    .output(z.object({ count: z.int().min(0).max(100) })),
  markRead: own
    .route({ method: 'POST', path: '/me/notifications/read', tags, summary: 'Mark some as read' })
    .input(z.object({ ids: z.array(id).min(1).max(100) }))
    .output(z.object({})),
  markAllRead: own
    .route({ method: 'POST', path: '/me/notifications/read-all', tags, summary: 'Mark all as read' })
    .output(z.object({})),

  emailPreferences: own
    .route({
      method: 'GET',
      path: '/me/email-preferences',
      tags,
      summary: 'What the caller can be emailed about, and wants',
    })
    .output(z.object({ choices: z.array(emailPreference) })),
  setEmailPreference: own
    .route({
      method: 'PUT',
      path: '/me/email-preferences/{topic}',
      tags,
      summary: 'Want mail of a topic, or not',
    })
    .input(z.object({ topic, wantsEmail: z.boolean() }))
    .output(emailPreference),

  unsubscribeStatus: open
    .route({ method: 'GET', path: '/unsubscribe/{token}', tags, summary: 'What a link in a mail would stop' })
    .errors(DEAD_LINK)
    .input(z.object({ token }))
    .output(unsubscribeStatus),
  unsubscribe: open
    .route({
      method: 'POST',
      path: '/unsubscribe/{token}',
      tags,
      summary: 'Stop the mails that a link in one of them names, or with `again` have them sent again',
    })
    .errors(DEAD_LINK)
    .input(z.object({ token, again: z.boolean().default(false) }))
    .output(unsubscribeStatus),
}
