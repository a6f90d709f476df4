import { Copy, Ellipsis, Link, Mail } from 'lucide-react'
import { classNames } from '~/design/class-names'
import { Button } from '~/design/button'
import { CodeCells } from '~/design/code-cells'
import { EmailText } from '~/design/email-text'
import { focusIfFocusLost } from '~/design/focus-if-lost'
import { IconButton } from '~/design/icon-button'
import { Menu } from '~/design/menu'
import { Table } from '~/design/table'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShortDate } from '~/lib/time'
import type { Code } from '../../contract-codes'
import { adminActions } from '../code-actions'
import { type CodeDialogRequest, useCodeDialogs } from '../code-dialogs'
import { formatDayLabel } from '~/lib/format-day'
import { PersonLink } from '../person-link'
import { copyCode, copyLink } from '../share-link'
import { isUnusable, StatusBadge } from '../status-badge'
import styles from './invitations.module.css'

type CodesTableProps = { codes: readonly Code[]; now: number; fresh: readonly string[] }

export function CodesTable({ codes, now, fresh }: CodesTableProps) {
  const zone = useReaderZone() ?? 'UTC'
  // Revoking removes the pressed button, so focus moves to Copy in the same row.
  const { openDialog, dialogs } = useCodeDialogs(adminActions, ({ id }) =>
    focusIfFocusLost(() => document.getElementById(copyId(id))),
  )
  return (
    <>
      <Table
        label="Codes"
        stacked
        className={styles.table}
        columns={[
          'Code',
          'Status',
          'Created by',
          'Used by',
          'Expires',
          'Created',
          { label: 'Actions', isHidden: true },
        ]}
      >
        {codes.map((code) => (
          <Row
            key={code.id}
            code={code}
            now={now}
            zone={zone}
            isFresh={fresh.includes(code.id)}
            onRequestAction={openDialog}
          />
        ))}
      </Table>
      {dialogs}
    </>
  )
}

const copyId = (id: string) => `copy-${id}`

type RowProps = {
  code: Code
  now: number
  zone: string
  isFresh: boolean
  onRequestAction: (about: CodeDialogRequest) => void
}

function Row({ code, now, zone, isFresh, onRequestAction }: RowProps) {
  const isOpen = code.status === 'pending'
  return (
    <tr>
      <td>
        <CodeCells
          code={code.code}
          look="small"
          isVoid={isUnusable(code.status)}
          isFresh={isFresh && isOpen}
        />
        {isFresh && <span className="visually-hidden">, new</span>}
      </td>
      <td>
        <StatusBadge status={code.status} />
      </td>
      <td className="text">
        {code.createdBy ? (
          <PersonLink person={code.createdBy} />
        ) : (
          <span className="faint">Account deleted</span>
        )}
      </td>
      <UsedByCell code={code} />
      <td className={code.expiresAt === null ? 'bold no-wrap' : 'muted no-wrap'}>
        <span className="phone-only-inline faint">Expires </span>
        {code.expiresAt === null ? 'Never' : formatShortDate(code.expiresAt, zone).slice('Fri '.length)}
      </td>
      <td className="muted no-wrap hide">
        <time dateTime={code.createdAt}>{formatDayLabel(code.createdAt, now, zone)}</time>
      </td>
      <td>
        <span className={classNames('row', styles.actions)}>
          <Button
            id={copyId(code.id)}
            variant="ghost"
            size="sm"
            icon={Copy}
            aria-label={`Copy ${code.code}`}
            onClick={() => void copyCode(code.code)}
          >
            <span className={styles.copyLabel}>Copy</span>
          </Button>
          {isOpen && (
            <>
              <Button
                size="sm"
                aria-label={`Revoke ${code.code}`}
                onClick={() => onRequestAction({ kind: 'revoke', code })}
              >
                Revoke
              </Button>
              <Menu
                trigger={
                  <IconButton size="sm" icon={Ellipsis} label={`Options for ${code.code}`} tooltip={false} />
                }
                items={[
                  { label: 'Copy link', icon: Link, onSelect: () => void copyLink(code.code) },
                  {
                    label: 'Send by email…',
                    icon: Mail,
                    onSelect: () => onRequestAction({ kind: 'send', code }),
                  },
                ]}
              />
            </>
          )}
        </span>
      </td>
    </tr>
  )
}

/** The person who used the code, or its intended recipient. */
function UsedByCell({ code }: { code: Code }) {
  const { sentTo, note } = code
  const hasAbout = sentTo !== null || !!note
  const isUsed = code.status === 'used'
  return (
    <td className={hasAbout ? 'text full' : 'text'}>
      {code.usedBy && <PersonLink person={code.usedBy} isPlain />}
      {isUsed && !code.usedBy && <span className="faint">Account deleted</span>}
      {sentTo !== null && (
        <span className={classNames('small faint', styles.note)}>
          Sent to <EmailText address={sentTo} />
        </span>
      )}
      {note && <span className={classNames('small faint', styles.note)}>{note}</span>}
      {!isUsed && !hasAbout && <span className="faint desktop-only">No one</span>}
    </td>
  )
}
