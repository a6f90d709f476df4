import { createHmac, timingSafeEqual } from 'node:crypto'
import { MAIL_TOPICS, type MailTopic } from '../rules/notice-kind'

export interface MailSubscription {
  userId: string
  topic: MailTopic
}

/**
 * The secret part of the link that stops mails of a topic: person, topic, and a signature of both. Nothing is stored and
 * it never ends, because a mail may be opened years later. It can do nothing but this.
 */
export function writeStopToken({ userId, topic }: MailSubscription, secret: string): string {
  const person = Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
  return `${person}.${topic}.${sign(userId, topic, secret).toString('base64url')}`
}

/** Undefined for anything that writeStopToken did not write with this secret. */
export function readStopToken(token: string, secret: string): MailSubscription | undefined {
  const parts = /^([\w-]{22})\.([a-z]{1,40})\.([\w-]{43})$/.exec(token)
  const [, person = '', name = '', signature = ''] = parts ?? []
  const topic = MAIL_TOPICS.find((one) => one === name)
  if (topic === undefined) return undefined
  const hex = Buffer.from(person, 'base64url').toString('hex')
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const given = Buffer.from(signature, 'base64url')
  const wanted = sign(userId, topic, secret)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? { userId, topic } : undefined
}

function sign(userId: string, topic: MailTopic, secret: string): Buffer {
  return createHmac('sha256', secret).update(`stop mails\n${userId}\n${topic}`).digest()
}
