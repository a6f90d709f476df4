import { Copy, Ellipsis, Mail, Share2, X } from 'lucide-react'
import { classNames } from '~/design/class-names'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { CodeCells } from '~/design/code-cells'
import { IconButton } from '~/design/icon-button'
import { Menu } from '~/design/menu'
import { Table } from '~/design/table'
import { formatShortDate } from '~/lib/time'
import type { OwnCode } from '../../contract-mine'
import { ownActions } from '../code-actions'
import { type CodeDialogRequest, useCodeDialogs } from '../code-dialogs'
import { copyCode, shareLink } from '../share-link'
import { isUnusable, StatusBadge } from '../status-badge'
import styles from './my-invitations.module.css'

type MyCodesTableProps = {
  codes: readonly OwnCode[]
  zone: string
  freshId: string | undefined
  isPaused: boolean
}

export function MyCodesTable({ codes, zone, freshId, isPaused }: MyCodesTableProps) {
  const { openDialog, dialogs } = useCodeDialogs(ownActions)
  return (
    <>
      <Table
        label="Your codes"
        stacked
        className={styles.codes}
        columns={['Code', 'Status', 'Used by', 'Expires', { label: 'Actions', isHidden: true }]}
      >
        {codes.map((code) => (
          <Row
            key={code.id}
            code={code}
            zone={zone}
            isFresh={code.id === freshId}
            isPaused={isPaused}
            onRequestAction={openDialog}
          />
        ))}
      </Table>
      {dialogs}
    </>
  )
}

type RowProps = {
  code: OwnCode
  zone: string
  isFresh: boolean
  isPaused: boolean
  onRequestAction: (about: CodeDialogRequest) => void
}

function Row({ code, zone, isFresh, isPaused, onRequestAction }: RowProps) {
  const { status, usedBy, expiresAt, note, sentTo } = code
  const isOpen = status === 'pending'
  const about = [note, sentTo !== null && `Sent to ${sentTo}`].filter(Boolean).join(' · ')
  // Used and revoked codes have no expiry to show.
  const showsExpiry = isOpen || status === 'expired'
  return (
    <tr>
      <td>
        <CodeCells code={code.code} isVoid={isUnusable(status)} isFresh={isFresh && isOpen} />
      </td>
      <td>
        <StatusBadge status={status} />
      </td>
      <td className={usedBy && showsExpiry ? 'text full' : 'text'}>
        {usedBy && (
          <span className={classNames('row', styles.person)}>
            <Avatar id={usedBy.id} name={usedBy.name} imageUrl={usedBy.avatarUrl} size={28} />
            <b className="bold">{usedBy.name}</b>
          </span>
        )}
        {status === 'used' && !usedBy && <span className="faint">Account deleted</span>}
        {about !== '' && <span className={classNames('small faint', styles.about)}>{about}</span>}
      </td>
      <td className="muted">
        {showsExpiry && (expiresAt === null ? 'Never' : formatShortDate(expiresAt, zone))}
      </td>
      <td>
        {isOpen && (
          <span className={classNames('row', styles.actions)}>
            <Button
              size="sm"
              icon={Copy}
              aria-label={`Copy ${code.code}`}
              onClick={() => void copyCode(code.code)}
            >
              Copy
            </Button>
            <Menu
              trigger={
                <IconButton size="sm" icon={Ellipsis} label={`Options for ${code.code}`} tooltip={false} />
              }
              items={[
                { label: 'Share link', icon: Share2, onSelect: () => void shareLink(code.code) },
                {
                  label: 'Send by email…',
                  icon: Mail,
                  disabled: isPaused,
                  onSelect: () => onRequestAction({ kind: 'send', code }),
                },
                { separator: 'revoke' },
                {
                  label: 'Revoke…',
                  icon: X,
                  danger: true,
                  onSelect: () => onRequestAction({ kind: 'revoke', code }),
                },
              ]}
            />
          </span>
        )}
      </td>
    </tr>
  )
}
