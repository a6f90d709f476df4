import { createHmac } from 'node:crypto'
import { isSigned, sign, splitSecrets } from '~/platform/secrets/derived-key'
import { isSameSecret } from '~/platform/secrets/is-same-secret'
import { EMAIL_TOPICS, type EmailTopic } from '../rules/notification-kind'

export interface EmailSubscription {
  userId: string
  topic: EmailTopic
}

const LABEL = 'b2b unsubscribe link v1'

/**
 * Returns the secret part of the link that unsubscribes from a topic: user, topic, and a signature of both. The token
 * is not stored and never expires, because an email may be opened years later. It allows nothing else.
 */
export function createUnsubscribeToken({ userId, topic }: EmailSubscription, secret: string): string {
  const person = Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
  return `${person}.${topic}.${sign(formatSignedText(userId, topic), secret, LABEL).toString('base64url')}`
}

/**
 * Returns the user and topic of a token; undefined unless createUnsubscribeToken created the token with the current
 * or the previous secret.
 */
export function verifyUnsubscribeToken(token: string, secret: string): EmailSubscription | undefined {
  const parts = /^([\w-]{22})\.([a-z]{1,40})\.([\w-]{43})$/.exec(token)
  const [, person = '', name = '', signature = ''] = parts ?? []
  const topic = EMAIL_TOPICS.find((known) => known === name)
  if (topic === undefined) return undefined
  const hex = Buffer.from(person, 'base64url').toString('hex')
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const given = Buffer.from(signature, 'base64url')
  const text = formatSignedText(userId, topic)
  const isOurs = isSigned(text, given, secret, LABEL) || isSignedByOldVersion(text, given, secret)
  return isOurs ? { userId, topic } : undefined
}

function formatSignedText(userId: string, topic: EmailTopic): string {
  return `stop mails\n${userId}\n${topic}`
}

/**
 * Releases before December 2026 signed the links with SECRET itself. Delete in December 2027, when their emails are a
 * year old.
 */
function isSignedByOldVersion(text: string, given: Buffer, secret: string): boolean {
  return splitSecrets(secret).some((key) =>
    isSameSecret(createHmac('sha256', key).update(text).digest(), given),
  )
}
