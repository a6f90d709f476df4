import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  CircleX,
  Code,
  Download,
  Fingerprint,
  KeyRound,
  LogIn,
  LogOut,
  Mail,
  ShieldAlert,
  ShieldCheck,
  Webhook,
} from 'lucide-react'
import { useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { Chip, ChipGroup } from '~/design/chip'
import { classNames } from '~/design/class-names'
import { Icon, type LucideIcon } from '~/design/icon'
import { AnchorButton } from '~/design/link-button'
import { ShowMore } from '~/design/show-more'
import { Skeleton } from '~/design/skeleton'
import { notify } from '~/design/toast'
import { useNow } from '~/design/use-now'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatAgo } from '~/lib/format-day'
import { formatClock, formatDay, formatIsoDay } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import { toCursorInput, followCursor } from '~/platform/rpc/follow-cursor'
import type { ActivityEvent } from '../../contract-activity'
import { identity } from '../queries'
import { OwnSessions } from './own-sessions'
import { SettingRow } from '~/design/setting-row'
import { useChange } from './use-change'
import styles from './security-activity.module.css'
import settingsParts from './settings-parts.module.css'

type Family = 'sign_ins' | 'failed' | 'changes' | 'api_keys'
const filters: readonly (readonly [Family | undefined, string])[] = [
  [undefined, 'All'],
  ['sign_ins', 'Sign-ins'],
  ['failed', 'Failed'],
  ['changes', 'Changes'],
  ['api_keys', 'API keys'],
]

const activityQuery = (family: Family | undefined) =>
  identity.activity.list.infiniteOptions({
    input: (after: string | undefined) => ({ family, ...toCursorInput(after) }),
    ...followCursor,
  })

/** `hasWebhooks`: whether the person can have webhooks, which only members can. */
export function SecurityActivity({ hasWebhooks }: { hasWebhooks: boolean }) {
  return (
    <>
      <NewSignIn hasWebhooks={hasWebhooks} />
      <div className={classNames('stack', styles.section)}>
        <h3 className="title-3">Where you’re signed in</h3>
        <OwnSessions />
      </div>
      <ActivityList />
    </>
  )
}

/** Banner for the latest sign-in from a new device that the person has neither confirmed nor denied. */
function NewSignIn({ hasWebhooks }: { hasWebhooks: boolean }) {
  const { data } = useQuery(identity.activity.list.queryOptions({ input: {} }))
  const [isDenied, setDenied] = useState(false)
  const now = useNow()
  const confirm = useChange({
    call: ({ id }: ActivityEvent) => identity.activity.confirm.call({ id }),
    onDone: () => notify.success('Thanks. We’ll remember that device.'),
  })
  const deny = useChange({
    call: ({ id }: ActivityEvent) => identity.activity.deny.call({ id }),
    onDone: () => {
      setDenied(true)
      notify.success('Session ended')
    },
  })
  if (isDenied) return <SecureAccount hasWebhooks={hasWebhooks} onClose={() => setDenied(false)} />
  const alert = data?.alert
  if (!alert) return null
  const isBusy = confirm.isPending || deny.isPending
  return (
    <div className={styles.question} aria-live="polite">
      <Icon of={ShieldAlert} />
      <div>
        <b className="bold">
          New sign-in{alert.country === null ? '' : ` from ${alert.country}`}
          {now !== undefined && `, ${formatAgo(alert.at, now)}`}
        </b>
        <p className="small muted">
          {[alert.device, alert.ip, alert.facts].filter(Boolean).join(' · ')}. Was this you?
        </p>
      </div>
      <div className={classNames('row', styles.answers)}>
        <Button
          size="sm"
          busy={confirm.isPending && 'Saving'}
          disabled={isBusy}
          onClick={() => confirm.mutate(alert)}
        >
          It was me
        </Button>
        <Button
          size="sm"
          variant="danger"
          busy={deny.isPending && 'Ending the session'}
          disabled={isBusy}
          onClick={() => deny.mutate(alert)}
        >
          It wasn’t me
        </Button>
      </div>
    </div>
  )
}

/** Links to settings that an intruder may have changed. Each change requires reauthentication. */
const steps = [
  {
    href: '#password',
    title: 'Change your password',
    detail: 'This ends every other session.',
    verb: 'Change password',
  },
  {
    href: '#factor',
    title: 'Check two-step verification',
    detail: 'Remove methods that you didn’t add.',
    verb: 'Review',
  },
  {
    href: '#passkeys',
    title: 'Check your passkeys',
    detail: 'Remove passkeys that you didn’t add.',
    verb: 'Review',
  },
  {
    href: '#api-keys',
    title: 'Check your API keys',
    detail: 'Revoke keys that you didn’t create.',
    verb: 'Review',
  },
  {
    href: '#webhooks',
    title: 'Check your webhooks',
    detail: 'Remove webhooks that you didn’t add.',
    verb: 'Review',
  },
  {
    href: '#account',
    title: 'Check your email address and phone',
    detail: 'Anyone who can read them can reset your password.',
    verb: 'Review',
  },
] as const

function SecureAccount({ hasWebhooks, onClose }: { hasWebhooks: boolean; onClose: () => void }) {
  const ownSteps = hasWebhooks ? steps : steps.filter(({ href }) => href !== '#webhooks')
  return (
    <div className={styles.steps} aria-live="polite">
      <h3 className="title-3">Secure your account</h3>
      <p className="small muted">The session has ended. Someone may still know your password.</p>
      <ul className="row-list" aria-label="Steps">
        {ownSteps.map(({ href, title, detail, verb }) => (
          <SettingRow
            key={href}
            title={title}
            detail={detail}
            end={
              <AnchorButton size="sm" href={href} aria-label={`${verb}: ${title}`}>
                {verb}
              </AnchorButton>
            }
          />
        ))}
      </ul>
      <Button className={settingsParts.start} size="sm" variant="outline" onClick={onClose}>
        Done
      </Button>
    </div>
  )
}

function ActivityList() {
  const [family, setFamily] = useState<Family>()
  const list = useInfiniteQuery(activityQuery(family))
  const days = list.data?.pages[0]?.days ?? 90
  return (
    <div className={classNames('stack', styles.section)}>
      <div className={classNames('row between wrap', styles.head)}>
        <h3 className="title-3">Activity</h3>
        <div className={classNames('row wrap', styles.filters)}>
          <ChipGroup label="Show">
            {filters.map(([value, label]) => (
              <Chip key={label} pressed={family === value} onClick={() => setFamily(value)}>
                {label}
              </Chip>
            ))}
          </ChipGroup>
          <AnchorButton variant="ghost" size="sm" icon={Download} href="/account/activity.csv" download>
            CSV
          </AnchorButton>
        </div>
      </div>
      {list.isError && !list.data ? (
        <>
          <p role="alert">{getErrorMessage(list.error)}</p>
          <Button className={settingsParts.start} onClick={() => void list.refetch()}>
            Try again
          </Button>
        </>
      ) : list.data ? (
        <ActivityDays events={list.data.pages.flatMap(({ events }) => events)} days={days} />
      ) : (
        <Loading />
      )}
      <ShowMore list={list} className={settingsParts.start} variant="outline" size="sm">
        Show older
      </ShowMore>
      <p className="small faint">
        Locations are estimated from the network address. Activity is shown for {days} days.
      </p>
    </div>
  )
}

function Loading() {
  return (
    <>
      <Skeleton height="4rem" />
      <output className="visually-hidden">Loading</output>
    </>
  )
}

function ActivityDays({ events, days }: { events: readonly ActivityEvent[]; days: number }) {
  const zone = useReaderZone() ?? 'UTC'
  const now = useNow()
  const today = now === undefined ? undefined : formatIsoDay(new Date(now), zone)
  if (events.length === 0)
    return <p className="muted">Sign-ins and changes to your account in the last {days} days appear here.</p>
  const byDay = Map.groupBy(events, ({ at }) => formatIsoDay(at, zone))
  return [...byDay].map(([day, shown]) => (
    <div key={day} className={classNames('stack', styles.day)}>
      <h4 className="small bold muted">
        {day === today && 'Today, '}
        {formatDay(shown[0]?.at ?? day, zone)}
      </h4>
      <ol className={styles.events}>
        {shown.map((event) => (
          <EventRow key={event.id} event={event} zone={zone} />
        ))}
      </ol>
    </div>
  ))
}

function EventRow({ event, zone }: { event: ActivityEvent; zone: string }) {
  const { title, facts, at, device, ip, country, family, isNewDevice } = event
  return (
    <li>
      <time className="faint small" dateTime={at}>
        {formatClock(at, zone)}
      </time>
      <Icon of={getIcon(event)} />
      <span>
        <b className="bold">{title}</b>
        <br />
        <span className="small muted">{[facts, device, country, ip].filter(Boolean).join(' · ')}</span>
      </span>
      {isNewDevice ? (
        <Badge tone="orange">New device</Badge>
      ) : family === 'failed' ? (
        <Badge tone="red">Failed</Badge>
      ) : (
        <span className="small faint">{family === 'changes' || family === 'roles' ? 'Change' : ''}</span>
      )}
    </li>
  )
}

function getIcon({ family, title }: ActivityEvent): LucideIcon {
  if (family === 'sign_ins') return LogIn
  if (family === 'failed') return CircleX
  if (family === 'sessions') return LogOut
  if (title.startsWith('Passkey')) return Fingerprint
  if (title.startsWith('API key')) return Code
  if (title.startsWith('Webhook')) return Webhook
  if (title.startsWith('Email') || title === 'Password reset requested') return Mail
  return title.startsWith('Password') ? KeyRound : ShieldCheck
}
