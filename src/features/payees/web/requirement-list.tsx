import { CircleAlert, Clock } from 'lucide-react'
import { Note } from '~/design/note'
import { SettingRow } from '~/design/setting-row'
import { useReaderZone } from '~/design/use-reader-zone'
import { toSentenceCase } from '~/lib/sentence-case'
import { formatShortDate } from '~/lib/time'
import type { Payee } from '../contract'
import { describeRequirement, PROVIDER_NAMES, type ProviderKind } from '../rules/requirement-text'
import { OpenProviderButton } from './open-provider-button'

type Requirements = { provider: ProviderKind; requirements: Payee['requirements'] }
type RequirementListProps = Requirements & { isOpening: boolean; onOpen: () => void }

const tones = { overdue: 'red', now: 'orange', later: undefined } as const

/**
 * Lists each requirement of the provider, its deadline and a button that opens the provider. Renders nothing without
 * requirements.
 */
export function RequirementList({ provider, requirements, isOpening, onOpen }: RequirementListProps) {
  const zone = useReaderZone() ?? 'UTC'
  if (requirements.length === 0) return null
  return (
    <ul className="row-list" aria-label={`What ${PROVIDER_NAMES[provider]} needs`}>
      {requirements.map(({ kind, urgency, dueAt }) => {
        const { title, hint, action } = describeRequirement(kind, provider)
        return (
          <SettingRow
            key={kind}
            icon={urgency === 'later' ? Clock : CircleAlert}
            iconTone={tones[urgency]}
            title={title}
            detail={`${formatUrgency({ urgency, dueAt }, zone)} ${hint}`}
            end={
              <OpenProviderButton variant="quiet" size="sm" isOpening={isOpening} onOpen={onOpen}>
                {action}
              </OpenProviderButton>
            }
          />
        )
      })}
    </ul>
  )
}

/** Explains why payouts are paused, and when they resume. */
export function RestrictedNote({ provider, requirements }: Requirements) {
  const zone = useReaderZone() ?? 'UTC'
  const name = toSentenceCase(PROVIDER_NAMES[provider])
  const [first] = requirements
  if (first === undefined)
    return (
      <Note tone="red" icon={CircleAlert}>
        <b className="bold">{name} is checking your account.</b> Payouts resume when it has finished.
      </Note>
    )
  const need =
    requirements.length === 1
      ? describeRequirement(first.kind, provider).need
      : `${requirements.length} items`
  return (
    <Note tone="red" icon={CircleAlert}>
      <b className="bold">
        {name} needs {need}.
      </b>{' '}
      {requirements.length === 1 && first.urgency === 'overdue' && first.dueAt !== null
        ? `It was due on ${formatShortDate(first.dueAt, zone)}. `
        : ''}
      You receive no payouts until this is resolved.
    </Note>
  )
}

function formatUrgency(
  { urgency, dueAt }: Pick<Payee['requirements'][number], 'urgency' | 'dueAt'>,
  zone: string,
): string {
  if (urgency === 'now' || dueAt === null) return 'Needed now.'
  const date = formatShortDate(dueAt, zone)
  return urgency === 'overdue' ? `Overdue since ${date}.` : `Needed by ${date}.`
}
