import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Delivery } from '../contract'
import type { WebhookKind } from '../rules/webhook-kind'
import { i18n } from '~/i18n/i18n'

const kindTexts: Record<WebhookKind, MessageDescriptor> = {
  'event.published': msg`An event is published`,
  'event.changed': msg`A published event changes`,
  'event.cancelled': msg`An event is canceled`,
  'order.confirmed': msg`Tickets are bought`,
  'order.refunded': msg`Tickets are refunded`,
  'ticket.checked_in': msg`A ticket is checked in`,
  'booking.changed': msg`A booking changes`,
}

export const getKindText = (kind: WebhookKind): string => i18n._(kindTexts[kind])

const problemTexts: Record<NonNullable<Delivery['lastProblem']>, MessageDescriptor> = {
  status: msg`The receiver responded with an error.`,
  redirect: msg`The receiver redirected. Use its final address.`,
  timeout: msg`The receiver didn’t respond within 10 seconds.`,
  private_address: msg`The address is not public.`,
  unknown_host: msg`The host name doesn’t exist.`,
  certificate: msg`The certificate of the receiver is not valid.`,
  unreachable: msg`The receiver can’t be reached.`,
  disabled: msg`The webhook was turned off.`,
}

/** Describes the last attempt: `HTTP 500. The receiver responded with an error.` */
export function describeResult({ lastStatus, lastProblem }: Delivery): string {
  const status = lastStatus === null ? '' : `HTTP ${lastStatus}`
  const problem = lastProblem === null ? '' : i18n._(problemTexts[lastProblem])
  return [status, problem].filter(Boolean).join('. ') || t`Waiting to be sent`
}
