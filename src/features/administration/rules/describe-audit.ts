import { isId } from '~/lib/ids'
import { type AuditFacts, type AuditTarget, formatDetail } from './audit-facts'
import { type ActionDescription, actionDescriptions } from './action-descriptions'

export interface AuditDescription {
  did: string
  to: AuditTarget | null
  change: string
  /** ISO 8601; shown after the change, in the reader’s time zone. */
  until: string | null
}

const known: ReadonlyMap<string, ActionDescription> = new Map(Object.entries(actionDescriptions))

/** Describes an audit action. For unknown actions of another release, falls back to the action’s name and details. */
export function describeAudit(action: string, facts: AuditFacts): AuditDescription {
  const description = known.get(action)
  if (!description) return { ...describeUnknown(action, facts), until: null }
  return {
    did: description.did.replace(/\{(\w+)\}/g, (_all, key: string) => formatDetail(facts, key) || key),
    to: description.to(facts),
    change: description.change(facts),
    until: parseUntil(facts),
  }
}

/** Returns the actions whose description contains the word, so that “hid” finds chat.hide_message. */
export function findActionsByText(word: string): string[] {
  return [...known].flatMap(([action, { did }]) => (did.toLowerCase().includes(word) ? [action] : []))
}

function parseUntil(facts: AuditFacts): string | null {
  const moment = new Date(formatDetail(facts, 'until'))
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

function describeUnknown(action: string, facts: AuditFacts): Omit<AuditDescription, 'until'> {
  const { subject, details } = facts
  const name = facts.findName(subject.id)
  const rest = Object.entries(details).filter(([, value]) => value !== null && !isId(String(value)))
  return {
    did: action.replace('.', ': ').replaceAll('_', ' '),
    to:
      name === null
        ? {
            text: isId(subject.id) ? subject.type : `${subject.type} ${subject.id}`,
            isCode: false,
            href: null,
          }
        : { text: name, isCode: false, href: `/admin/users/${subject.id}` },
    change: rest.map(([key, value]) => `${key}: ${String(value)}`).join(', '),
  }
}
