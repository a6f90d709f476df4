import { formatName } from '../../rules/format-name'
import type { CaseSummary } from '../../contract-shapes'
import type { Decision, ReportReason } from '../../rules/chat-limits'
import { pluralize } from '~/lib/pluralize'

export const reasonLabels: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  insult: 'Insult or threat',
  impersonation: 'Pretends to be someone else',
  scam: 'Scam',
  other: 'Something else',
}

export const decisionLabels: Record<Decision, { label: string; about: string; past: string }> = {
  nothing: { label: 'Nothing', about: 'The report is closed', past: 'Nothing' },
  hide: { label: 'Hide the message', about: 'Still stored, but no one can read it', past: 'Message hidden' },
  hide_and_mute: { label: 'Hide and mute', about: 'Can read, can’t write', past: 'Hidden and muted' },
  mute: { label: 'Mute', about: 'Can read, can’t write', past: 'Muted' },
  ban: {
    label: 'Ban from the room',
    about: 'They’re removed and can’t come back',
    past: 'Banned from the room',
  },
}

/** Labels the reason field. Without a `reader`, the reason is only stored in the audit log. */
export function formatReasonLabel(reader: string | undefined): string {
  return reader === undefined ? 'Reason, for the audit log' : `Reason, shown to ${getFirstName(reader)}`
}

/** Matches MUTE_MINUTES; the first one is the default. */
export const muteOptions = [
  { value: '1440', label: '24 hours' },
  { value: '60', label: '1 hour' },
  { value: '10080', label: '7 days' },
] as const
export type MuteChoice = (typeof muteOptions)[number]['value']

export function toMuteMinutes(choice: MuteChoice): 60 | 1440 | 10_080 {
  return choice === '60' ? 60 : choice === '1440' ? 1440 : 10_080
}

export function parseMuteChoice(value: string): MuteChoice {
  return muteOptions.find((option) => option.value === value)?.value ?? '1440'
}

/** Formats `Spam or advertising, from 2 people`. */
export function describeReport({ reason, reporters }: Pick<CaseSummary, 'reason' | 'reporters'>): string {
  return `${reasonLabels[reason]}, from ${pluralize(reporters, 'person', 'people')}`
}

/** Returns `Marco` for Marco Tiele, but DJ Kestrel in full. */
export function getFirstName(name: string): string {
  const whole = formatName(name)
  if (/^(?:dj|mc|the)\s/i.test(whole)) return whole
  return whole.split(/\s+/)[0] ?? whole
}
