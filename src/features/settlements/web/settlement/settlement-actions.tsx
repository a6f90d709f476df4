import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CircleAlert } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { LinkButton } from '~/design/link-button'
import { Note } from '~/design/note'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import type { Settlement } from '../../contract-settlement'
import { sumSheet } from './settlement-texts'
import { settlementCalls } from '../queries'
import { QuestionDialog } from './question-dialog'
import { QuestionActions } from './question-actions'
import { RemindButton } from './remind-button'
import { useSettlementUpdates } from './use-settlement'
import styles from './settlement.module.css'

type SettlementActionsProps = { settlement: Settlement; ownId: string }

/**
 * The caller's actions. During the event, the only action is to question figures after a set with a guaranteed fee.
 */
export function SettlementActions({ settlement, ownId }: SettlementActionsProps) {
  const { state, side, sides } = settlement
  if (state === 'running')
    return settlement.isQuestionable && sides.length > 1 ? (
      <Actions>
        <QuestionActions settlement={settlement} ownId={ownId} />
        <QuestionDialog settlement={settlement} />
      </Actions>
    ) : null
  if (state === 'accepted')
    return (
      <Actions>
        <output className="small muted">
          This settlement is final. Payouts are usually sent within a minute, to each payout account that is
          connected.
        </output>
      </Actions>
    )
  if (state === 'paid')
    return side === 'organizer' ? (
      <Actions>
        <LinkButton variant="primary" full to="/dashboard/money" search={{ event: settlement.event.id }}>
          Statement
        </LinkButton>
      </Actions>
    ) : null
  return (
    <Actions>
      {state === 'questioned' ? (
        <QuestionActions settlement={settlement} ownId={ownId} />
      ) : (
        <AcceptActions settlement={settlement} ownId={ownId} />
      )}
      {(state === 'ready' || side === 'dj') && sides.length > 1 && <QuestionDialog settlement={settlement} />}
    </Actions>
  )
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className={classNames('stack', styles.actions)}>{children}</div>
)

function AcceptActions({ settlement, ownId }: SettlementActionsProps) {
  const { event, digest, sides } = settlement
  const eventId = event.id
  const { show, reread } = useSettlementUpdates(eventId)
  const [hasChanged, setHasChanged] = useState(false)
  const own = sides.find(({ person }) => person.id === ownId)
  const accept = useMutation({
    ...settlementCalls.accept.mutationOptions(),
    onSuccess: (next) => {
      setHasChanged(false)
      show(next)
    },
    onError: async (error) => {
      if (hasErrorCode(error, 'FIGURES_CHANGED')) setHasChanged(true)
      else notify.error(getErrorMessage(error))
      await reread()
    },
  })
  const withdraw = useMutation({
    ...settlementCalls.withdraw.mutationOptions(),
    onSuccess: show,
    onError: (error) => {
      notify.error(getErrorMessage(error))
      return reread()
    },
  })
  if (sumSheet(settlement) !== settlement.balanceCents)
    return (
      <Note tone="red" icon={CircleAlert} role="alert">
        The shares don’t add up to the event’s balance. This is our error. Contact us, and we’ll fix it.
      </Note>
    )
  if (own !== undefined && own.acceptedAt !== null)
    // Without keys, React would turn the Accept button into Withdraw, and a double press would press both.
    return (
      <>
        <RemindButton key="remind" settlement={settlement} />
        <Button
          key="withdraw"
          variant="outline"
          full
          busy={withdraw.isPending && 'Withdrawing'}
          onClick={() => withdraw.mutate({ eventId })}
        >
          Withdraw acceptance
        </Button>
      </>
    )
  return (
    <>
      {(hasChanged || own?.isOutdated === true) && (
        <Note icon={CircleAlert} role="alert">
          {own?.isOutdated === true
            ? 'A figure has changed since you accepted. Check the figures, then accept again.'
            : 'A figure has changed. Check the figures, then accept again.'}
        </Note>
      )}
      <Button
        key="accept"
        variant="primary"
        size="lg"
        full
        busy={accept.isPending && 'Accepting'}
        onClick={() => accept.mutate({ eventId, digest })}
      >
        Accept settlement
      </Button>
    </>
  )
}
