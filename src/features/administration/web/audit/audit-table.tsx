import { Cpu } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ListBody } from '~/design/list-sections'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { Table } from '~/design/table'
import { useNow } from '~/design/use-now'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatIsoDay } from '~/lib/time'
import type { AuditLogEntry } from '../../contract-audit'
import { toUserPath } from '../users/user-format'
import {
  type AuditDay,
  groupByDay,
  formatChange,
  formatExactClock,
  groupRepeats,
  summarizeGroup,
} from './audit-days'
import styles from './audit.module.css'

type AuditTableProps = {
  lines: readonly AuditLogEntry[]
  isStale?: boolean
  level?: 2 | 3
}

export function AuditTable({ lines, isStale = false, level = 2 }: AuditTableProps) {
  const zone = useReaderZone() ?? 'UTC'
  const now = useNow()
  const today = formatIsoDay(now === undefined ? (lines[0]?.at ?? '') : new Date(now), zone)
  const Title = `h${level}` as const
  return (
    <ListBody isStale={isStale} data-client-links>
      {groupByDay(lines, zone, today).map((day) => (
        <section key={day.day} className={styles.day} aria-labelledby={`day-${day.day}`}>
          <Title className="title-3" id={`day-${day.day}`}>
            {day.title}
          </Title>
          <Day day={day} zone={zone} />
        </section>
      ))}
    </ListBody>
  )
}

function Day({ day: { title, lines }, zone }: { day: AuditDay; zone: string }) {
  return (
    <Table
      label={`${title}, table`}
      stacked
      className={styles.table}
      caption={title}
      columns={['Time', 'Who', 'Action', 'To', 'Change', 'Report']}
    >
      {groupRepeats(lines).map((group) => (
        <Repeats key={group[0]?.id} group={group} zone={zone} />
      ))}
    </Table>
  )
}

/** A row for a repeated action, which expands to all of its entries. */
function Repeats({ group, zone }: { group: readonly AuditLogEntry[]; zone: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [first] = group
  if (!first) return null
  if (group.length === 1 || isOpen) return group.map((line) => <Line key={line.id} line={line} zone={zone} />)
  return (
    <Line
      {...summarizeGroup(first, group)}
      zone={zone}
      repeats={
        <Button size="sm" variant="quiet" aria-expanded={false} onClick={() => setIsOpen(true)}>
          {group.length} times
        </Button>
      }
    />
  )
}

type LineProps = { line: AuditLogEntry; zone: string; repeats?: ReactNode; moreTargets?: number }

function Line({ line, zone, repeats, moreTargets = 0 }: LineProps) {
  return (
    <tr data-row>
      <td className="muted">
        <time dateTime={line.at}>{formatExactClock(line.at, zone)}</time>
      </td>
      <td>
        <Actor actor={line.actor} />
      </td>
      <td>
        {line.did} {repeats}
      </td>
      <td className={classNames('muted', line.to?.isCode && 'code')}>
        {line.to?.href ? <a href={line.to.href}>{line.to.text}</a> : line.to?.text}
        {moreTargets > 0 && ` and ${moreTargets} more`}
      </td>
      <td className="muted">{formatChange(line, zone)}</td>
      <td className="muted">
        {line.link && (
          <a className="link" href={line.link.href}>
            {line.link.label}
          </a>
        )}
      </td>
    </tr>
  )
}

/** Shows the actor of an entry; without one, the system. */
function Actor({ actor }: { actor: AuditLogEntry['actor'] }) {
  if (!actor)
    return (
      <span className={classNames('row', styles.actor)}>
        <span className={styles.system}>
          <Icon of={Cpu} />
        </span>
        <b className="bold">System</b>
      </span>
    )
  if (actor.isRemoved) return <span className="faint">{actor.name}</span>
  return (
    <a className={classNames('row', styles.actor)} href={toUserPath(actor.id)}>
      <Avatar id={actor.id} name={actor.name} imageUrl={actor.avatarUrl} size={28} />
      <b className="bold">{actor.name}</b>
    </a>
  )
}
