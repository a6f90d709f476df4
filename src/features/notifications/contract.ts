import { z } from 'zod'
import { defineCursor } from '~/lib/cursor'
import { defineCalls, id, instant, nextCursor, pageAfter, pageLimit } from '~/platform/rpc/contract'
import { EMAIL_TOPICS, NOTIFICATION_KINDS } from './rules/notification-kind'

const topic = z.enum(EMAIL_TOPICS)

const notice = z.object({
  id,
  kind: z.enum(NOTIFICATION_KINDS),
  /** The id of the subject: a connection, a booking or another row, depending on the kind. */
  subjectId: z.string(),
  /** The person who caused the notification; null if no person did. */
  actor: z.object({ id, name: z.string(), avatarUrl: z.string().nullable() }).nullable(),
  /** The sentence of the notification, in parts. */
  segments: z.array(z.object({ text: z.string(), isStrong: z.boolean() })),
  /** The path of the page to which the notification links. */
  link: z.string(),
  /** The label of the action that the notification needs; null if no action is needed, or it was already taken. */
  action: z.enum(['Answer', 'Write a review', 'Check and accept']).nullable(),
  readAt: instant.nullable(),
  at: instant,
})
export type NotificationItem = z.output<typeof notice>

const emailPreference = z.object({
  topic,
  label: z.string(),
  about: z.string().nullable(),
  wantsEmail: z.boolean(),
})
export type EmailPreference = z.output<typeof emailPreference>

/** The email topic of an unsubscribe link, and whether its emails are on. */
const unsubscribeStatus = emailPreference.extend({ noun: z.string() })
export type UnsubscribeStatus = z.output<typeof unsubscribeStatus>

const token = z.string().max(200)

export const notificationCursor = defineCursor('id')

const own = defineCalls('notifications', 'signed_in')
const open = defineCalls('notifications', 'public')
const INVALID_LINK = {
  NOT_FOUND: { status: 404, message: 'This link isn’t valid. Copy the complete link from the email.' },
}

export const notificationsContract = {
  list: own('GET', '/me/notifications', 'List notifications, newest first')
    .input(
      z.object({
        after: pageAfter(notificationCursor),
        limit: pageLimit(50, 20),
      }),
    )
    .output(z.object({ notices: z.array(notice), nextCursor })),
  unread: own('GET', '/me/notifications/unread', 'Count unread notifications; 100 means more than 99').output(
    z.object({ count: z.int().min(0).max(100) }),
  ),
  markRead: own('POST', '/me/notifications/read', 'Mark notifications as read')
    .input(z.object({ ids: z.array(id).min(1).max(100) }))
    .output(z.object({})),
  markAllRead: own('POST', '/me/notifications/read-all', 'Mark all notifications as read').output(
    z.object({}),
  ),

  emailPreferences: own('GET', '/me/email-preferences', "List the caller's email preferences").output(
    z.object({ choices: z.array(emailPreference) }),
  ),
  setEmailPreference: own('PUT', '/me/email-preferences/{topic}', 'Turn emails of a topic on or off')
    .input(z.object({ topic, wantsEmail: z.boolean() }))
    .output(emailPreference),

  unsubscribeStatus: open('GET', '/unsubscribe/{token}', 'Get the topic of an unsubscribe link')
    .errors(INVALID_LINK)
    .input(z.object({ token }))
    .output(unsubscribeStatus),
  unsubscribe: open(
    'POST',
    '/unsubscribe/{token}',
    'Unsubscribe with a link from an email; `again` subscribes again',
  )
    .errors(INVALID_LINK)
    .input(z.object({ token, again: z.boolean().default(false) }))
    .output(unsubscribeStatus),
}
