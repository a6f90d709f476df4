import { Check, Clock, UserPlus } from 'lucide-react'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { AnchorButton } from '~/design/link-button'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import { formatShortDate } from '~/lib/time'
import { offlineSentence } from '~/platform/rpc/errors'
import type { RelationStatusOutput } from '../contract'
import { AnswerRequestButtons } from './answer-request-buttons'
import type { ConfirmableChange } from './confirm-change'
import { listLinksAndButtons, focusIfFocusLost } from '~/design/focus-if-lost'
import styles from './network.module.css'

// Loads these parts when a member uses them, so that the public pages of DJs stay small.
const loadConnect = () => import('./connect-dialog')
const loadConfirm = () => import('./confirm-change')
const loadMenu = () => import('./person-menu')

type RelationActionsProps = {
  personId: string
  name: string
  status: RelationStatusOutput
  size?: 'sm' | 'md' | 'lg'
  /** Shows a menu with Remove and Block. */
  hasMenu?: boolean
  whenConnected?: ReactNode
  /** Shows a link to the request instead of its buttons. */
  hasRequestLink?: boolean
  /** Opens the report dialog. The menu then has the item Report. */
  onReport?: (() => void) | undefined
  /** Called after a block. By default, the reader leaves the person's page, which they can no longer see. */
  onBlocked?: (() => void) | undefined
}

/** The actions that the reader's relation to a person allows. Renders nothing if the person is the reader. */
export function RelationActions(props: RelationActionsProps) {
  const { personId, name, status, size = 'md', hasMenu = true } = props
  const { whenConnected, hasRequestLink = false, onReport, onBlocked } = props
  const [pendingChange, setPendingChange] = useState<ConfirmableChange>()
  // Keeps the dialog mounted once it was opened, so that closing it doesn't lose the typed note.
  const [dialog, setDialog] = useState<'open' | 'closed'>()
  const { state, connectionId } = status
  const area = useRef<HTMLDivElement>(null)
  usePreservedFocus(area, state)
  const router = useRouter()
  const isSelf = state === 'self'
  const handleLoadFailure = () => {
    setDialog(undefined)
    setPendingChange(undefined)
    notify.error(offlineSentence)
  }
  const connect = useLazyModule(loadConnect, dialog !== undefined, handleLoadFailure)
  const confirm = useLazyModule(loadConfirm, pendingChange !== undefined, handleLoadFailure)
  // Shows no error if the menu's code can't be loaded, because it is loaded before the reader opens the menu.
  const menu = useLazyModule(loadMenu, hasMenu && !isSelf)
  if (isSelf) return null
  const subject = { personId, name }
  return (
    <div ref={area} className={classNames('row wrap', styles.actions)}>
      {state === 'none' && (
        <Button
          variant="outline"
          size={size}
          icon={UserPlus}
          aria-label={`Connect with ${name}`}
          onClick={() => setDialog('open')}
        >
          Connect
        </Button>
      )}
      {hasRequestLink && (state === 'requested' || state === 'incoming') && (
        <RequestLink state={state} size={size} />
      )}
      {!hasRequestLink && state === 'requested' && (
        <>
          <span className={classNames('row bold no-wrap', styles.state)}>
            <Icon of={Clock} />
            Request sent
          </span>
          {connectionId !== null && (
            <Button
              variant="ghost"
              size={size}
              aria-label={`Withdraw your request to ${name}`}
              onClick={() => setPendingChange({ kind: 'withdraw', connectionId, ...subject })}
            >
              Withdraw
            </Button>
          )}
        </>
      )}
      {!hasRequestLink && state === 'incoming' && connectionId !== null && (
        <AnswerRequestButtons connectionId={connectionId} {...subject} size={size} />
      )}
      {state === 'connected' && (
        <>
          <span className={classNames('row bold no-wrap', styles.state)}>
            <Icon of={Check} />
            Connected
          </span>
          {whenConnected}
        </>
      )}
      {state === 'declined' && status.requestAgainAt !== null && (
        <span className="small muted">
          Request again from {formatShortDate(status.requestAgainAt, 'UTC')}
        </span>
      )}
      {menu && (
        <menu.default
          name={name}
          size={size}
          onRemove={
            state === 'connected' && connectionId !== null
              ? () => setPendingChange({ kind: 'remove', connectionId, ...subject })
              : undefined
          }
          onReport={onReport}
          onBlock={() => setPendingChange({ kind: 'block', ...subject })}
        />
      )}
      {dialog && connect && (
        <connect.default {...subject} open={dialog === 'open'} onClose={() => setDialog('closed')} />
      )}
      {pendingChange && confirm && (
        <confirm.default
          pendingChange={pendingChange}
          onClose={() => setPendingChange(undefined)}
          onDone={() => {
            if (pendingChange.kind !== 'block') return
            if (onBlocked) onBlocked()
            else void router.navigate({ href: '/dashboard/network' })
          }}
        />
      )}
    </div>
  )
}

function RequestLink({ state, size }: { state: 'requested' | 'incoming'; size: 'sm' | 'md' | 'lg' }) {
  const isSent = state === 'requested'
  return (
    <AnchorButton
      variant="outline"
      size={size}
      icon={Clock}
      href={`/dashboard/network?tab=${isSent ? 'sent' : 'pending'}`}
    >
      {isSent ? 'Connection request sent' : 'Answer connection request'}
    </AnchorButton>
  )
}

/** Moves the focus to the buttons that replace the pressed button when the relation changes. */
function usePreservedFocus(area: RefObject<HTMLElement | null>, state: string): void {
  const before = useRef(state)
  const wasInside = useRef(false)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      // Ignores focus in a dialog, which belongs to this area although it is rendered elsewhere in the document.
      if (!(target instanceof Element) || target.closest('[role="dialog"], [role="alertdialog"]')) return
      wasInside.current = area.current?.contains(target) ?? false
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [area])
  useEffect(() => {
    if (before.current === state) return undefined
    before.current = state
    if (!wasInside.current) return undefined
    return focusIfFocusLost(() => area.current && listLinksAndButtons(area.current)[0])
  }, [area, state])
}
