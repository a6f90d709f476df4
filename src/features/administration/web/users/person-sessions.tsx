import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { Icon } from '~/design/icon'
import { notify } from '~/design/toast'
import { useNow } from '~/design/use-now'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { SessionRow } from '../../contract-users-shapes'
import { administration } from '../queries'
import { PersonSection } from './person-section'
import { sessionsQuery } from './queries'
import { refetchUsers } from './use-user-changes'
import { formatLastSeen } from './user-format'
import styles from './user-page.module.css'

type PersonSessionsProps = {
  person: { id: string; name: string; isYou: boolean }
  most?: number
  more?: ReactNode
}

export function PersonSessions({ person, most = Infinity, more }: PersonSessionsProps) {
  const reading = useQuery(sessionsQuery(person.id))
  const sessions = reading.data
  const others = sessions?.filter(({ isThis }) => !isThis).length ?? 0
  return (
    <PersonSection
      title="Sessions"
      reading={reading}
      count={sessions?.length}
      empty="No active sessions."
      end={others > 1 && <EndAllSessions person={person} />}
      more={sessions && sessions.length > most ? more : undefined}
    >
      <ul className={classNames('row-list', styles.list)}>
        {sessions?.slice(0, most).map((session) => (
          <Session key={session.id} session={session} personId={person.id} />
        ))}
      </ul>
    </PersonSection>
  )
}

function Session({ session, personId }: { session: SessionRow; personId: string }) {
  const now = useNow()
  const end = useEndSessions(personId, 'Session ended', () =>
    administration.users.endSession.call({ id: personId, sessionId: session.id }),
  )
  const isPhone = /Android|iPhone|iPad|phone/u.test(session.browser)
  return (
    <li>
      <Icon of={isPhone ? Smartphone : Laptop} />
      <span className={styles.lines}>
        <b className="bold">{session.browser}</b>
        <span className="small muted">
          {session.ip !== null && `${session.ip}, `}
          {formatLastSeen(session.lastSeenAt, now)}
        </span>
      </span>
      {session.isThis ? (
        <Badge className="end">this one</Badge>
      ) : (
        <Button
          size="sm"
          className="end"
          aria-label={`End ${session.browser}`}
          busy={(end.isPending || end.isSuccess) && 'Ending'}
          onClick={() => end.mutate()}
        >
          End
        </Button>
      )}
    </li>
  )
}

function EndAllSessions({ person }: { person: PersonSessionsProps['person'] }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const end = useEndSessions(person.id, 'All sessions ended', () =>
    administration.users.endAllSessions.call({ id: person.id }),
  )
  return (
    <ConfirmDialog
      open={isDialogOpen}
      onOpenChange={setIsDialogOpen}
      trigger={<Button size="sm">End all</Button>}
      title={person.isYou ? 'End all other sessions?' : `Sign ${person.name} out everywhere?`}
      description="They can sign in again immediately. To prevent that, suspend the account."
      confirmLabel="End all"
      busy={end.isPending && 'Ending'}
      onConfirm={() => {
        if (!end.isPending) end.mutate(undefined, { onSettled: () => setIsDialogOpen(false) })
      }}
    />
  )
}

function useEndSessions(personId: string, done: string, run: () => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: async () => {
      notify.success(done)
      // Awaited, so that the button stays busy until its row disappears.
      await queryClient.invalidateQueries({ queryKey: sessionsQuery(personId).queryKey })
    },
    onError: (error) => {
      notify.error('Failed to end the session', { detail: getErrorMessage(error) })
      refetchUsers(queryClient)
    },
  })
}
