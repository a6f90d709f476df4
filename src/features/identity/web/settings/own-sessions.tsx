import { useSuspenseQuery } from '@tanstack/react-query'
import { AppWindow, Laptop, Smartphone, Tablet } from 'lucide-react'
import { useRef, useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { listLinksAndButtons, focusIfFocusLost } from '~/design/focus-if-lost'
import type { LucideIcon } from '~/design/icon'
import { notify } from '~/design/toast'
import { useNow } from '~/design/use-now'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatAgo } from '~/lib/format-day'
import { pluralize } from '~/lib/pluralize'
import { formatShort } from '~/lib/time'
import { identity } from '../queries'
import { ConfirmChange } from './change-dialogs'
import { SettingRow } from '~/design/setting-row'
import { sessionsQuery } from './settings-queries'
import { useChange } from './use-change'
import styles from './settings-parts.module.css'

type Session = Awaited<ReturnType<typeof identity.account.sessions.list.call>>['sessions'][number]

/** the open sessions. Each has a button to end it, except the current one. */
export function OwnSessions() {
  const { sessions } = useSuspenseQuery(sessionsQuery()).data
  const [isConfirming, setIsConfirming] = useState(false)
  const others = sessions.filter(({ isThis }) => !isThis)
  const list = useRef<HTMLUListElement>(null)
  const close = () => setIsConfirming(false)
  const goOn = () =>
    focusIfFocusLost(() => list.current && (listLinksAndButtons(list.current)[0] ?? list.current))
  const end = useChange({
    call: ({ id }: Session) => identity.account.sessions.end.call({ id }),
    onDone: (_, { browser }) => {
      notify.success(`Session ended: ${browser}`)
      goOn()
    },
  })
  return (
    <>
      <ul className="row-list" ref={list} tabIndex={-1} aria-label="Sessions">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables.id === session.id}
            onEnd={() => end.mutate(session)}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <Button className={styles.start} variant="outline" size="sm" onClick={() => setIsConfirming(true)}>
          End all other sessions
        </Button>
      )}
      {isConfirming && <EndOtherSessions count={others.length} onClose={close} onEnded={goOn} />}
    </>
  )
}

function SessionRow({
  session,
  isEnding,
  onEnd,
}: {
  session: Session
  isEnding: boolean
  onEnd: () => void
}) {
  const { browser, ip, isThis, isPending, isNew } = session
  const lastSeen = useLastSeenText(session)
  return (
    <SettingRow
      icon={getIcon(browser)}
      title={browser}
      badge={
        isThis ? (
          <Badge tone="green">This device</Badge>
        ) : isPending ? (
          <Badge tone="orange">Two-step verification pending</Badge>
        ) : (
          isNew && <Badge tone="orange">New</Badge>
        )
      }
      detail={[ip ?? 'Network unknown', lastSeen].join(', ')}
      end={
        isThis ? (
          ''
        ) : (
          <Button
            size="sm"
            aria-label={`End session: ${browser}`}
            busy={isEnding && 'Ending'}
            onClick={onEnd}
          >
            End session
          </Button>
        )
      }
    />
  )
}

function useLastSeenText({ lastSeenAt, isThis }: Session): string {
  const now = useNow()
  const zone = useReaderZone() ?? 'UTC'
  if (isThis) return 'active now'
  if (now === undefined || now - Date.parse(lastSeenAt) > 86_400_000) return formatShort(lastSeenAt, zone)
  return formatAgo(lastSeenAt, now)
}

function getIcon(browser: string): LucideIcon {
  if (/iphone|android|phone/iu.test(browser)) return Smartphone
  if (/ipad|tablet/iu.test(browser)) return Tablet
  return /windows|mac|linux|chrome ?os/iu.test(browser) ? Laptop : AppWindow
}

type EndProps = {
  onClose: () => void
  onEnded: () => void
}

function EndOtherSessions({ count, onClose, onEnded }: EndProps & { count: number }) {
  return (
    <ConfirmChange
      title="End all other sessions?"
      description={`${pluralize(count, 'other session')}. Only this browser stays signed in. Every browser asks for two-step verification again.`}
      confirmLabel="End all other sessions"
      busyLabel="Ending"
      change={() => identity.account.sessions.endOthers.call()}
      onDone={({ ended }) => {
        notify.success(
          ended === 0 ? 'You are signed in only here.' : `${pluralize(ended, 'other session')} ended`,
        )
        onEnded()
      }}
      onClose={onClose}
    />
  )
}
