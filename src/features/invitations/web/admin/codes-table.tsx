import { Copy, Ellipsis, Link, Mail } from 'lucide-react'
import { Button } from '~/design/button'
import { CodeCells } from '~/design/code-cells'
import { focusWhenFree } from '~/design/focus-when-free'
import { IconButton } from '~/design/icon-button'
import { Menu } from '~/design/menu'
import { Table } from '~/design/table'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShortDate } from '~/lib/time'
import type { Code } from '../../contract-codes'
import { adminActions } from '../code-actions'
import { type AskAbout, useCodeDialogs } from '../code-dialogs'
import { dayWords } from '~/lib/day-words'
import { PersonLink } from '../person-link'
import { copyCode, copyLink } from '../share-link'
import { isVoid, StatusBadge } from '../status-badge'

type CodesTableProps = { codes: readonly Code[]; now: number; fresh: readonly string[] }

export function CodesTable({ codes, now, fresh }: CodesTableProps) {
  const zone = useReaderZone() ?? 'UTC'
  // The button that was pressed goes with the code's last hope; its row stays.
  const { ask, dialogs } = useCodeDialogs(adminActions, ({ id }) =>
    focusWhenFree(() => document.getElementById(copyId(id))),
  )
  return (
    <>
      <Table label="Codes" stacked className="ivt">
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
            <th scope="col">Created by</th>
            <th scope="col">Used by</th>
            <th scope="col">Expires</th>
            <th scope="col">Created</th>
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {codes.map((code) => (
            <Row
              key={code.id}
              code={code}
              now={now}
              zone={zone}
              isFresh={fresh.includes(code.id)}
              onAsk={ask}
            />
          ))}
        </tbody>
      </Table>
      {dialogs}
    </>
  )
}

const copyId = (id: string) => `copy-${id}`

type RowProps = { code: Code; now: number; zone: string; isFresh: boolean; onAsk: (about: AskAbout) => void }

function Row({ code, now, zone, isFresh, onAsk }: RowProps) {
  const isOpen = code.status === 'pending'
  return (
    <tr>
      <td>
        <CodeCells code={code.code} look="small" isVoid={isVoid(code.status)} isFresh={isFresh && isOpen} />
        {isFresh && <span className="sr">, new</span>}
      </td>
      <td>
        <StatusBadge status={code.status} />
      </td>
      <td>{code.createdBy ? <PersonLink person={code.createdBy} /> : <span className="m3">Nobody</span>}</td>
      <UsedBy code={code} />
      <td className={code.expiresAt === null ? 'b nw' : 'm2 nw'}>
        <span className="only-m-i m3">Expires </span>
        {code.expiresAt === null ? 'Never' : formatShortDate(code.expiresAt, zone)}
      </td>
      <td className="m2 nw hide">
        <time dateTime={code.createdAt}>{dayWords(code.createdAt, now, zone)}</time>
      </td>
      <td>
        <span className="row inv-acts">
          <Button
            id={copyId(code.id)}
            variant="ghost"
            size="sm"
            icon={Copy}
            aria-label={`Copy ${code.code}`}
            onClick={() => void copyCode(code.code)}
          >
            Copy
          </Button>
          {isOpen && (
            <>
              <Button
                size="sm"
                aria-label={`Revoke ${code.code}`}
                onClick={() => onAsk({ kind: 'revoke', code })}
              >
                Revoke
              </Button>
              <Menu
                trigger={
                  <IconButton size="sm" icon={Ellipsis} label={`Options for ${code.code}`} tooltip={false} />
                }
                items={[
                  { label: 'Copy link', icon: Link, onSelect: () => void copyLink(code.code) },
                  { label: 'Send by mail…', icon: Mail, onSelect: () => onAsk({ kind: 'send', code }) },
                ]}
              />
            </>
          )}
        </span>
      </td>
    </tr>
  )
}

/** Who came in with it, else whom it is for. */
function UsedBy({ code }: { code: Code }) {
  const about = [code.sentTo === null ? null : `Sent to ${code.sentTo}`, code.note].filter((line) => !!line)
  const isUsed = code.status === 'used'
  return (
    <td className={about.length === 0 ? 'ivt-for' : 'ivt-for full'}>
      {code.usedBy && <PersonLink person={code.usedBy} isPlain />}
      {isUsed && !code.usedBy && <span className="m3">Account deleted</span>}
      {about.map((line) => (
        <span key={line} className="small m3 inv-about">
          {line}
        </span>
      ))}
      {!isUsed && about.length === 0 && <span className="m3 only-d">Nobody</span>}
    </td>
  )
}
