import { Cpu } from 'lucide-react'
import { Avatar } from '~/design/avatar'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { Table } from '~/design/table'
import { useNow } from '~/design/use-now'
import { useReaderZone } from '~/design/use-reader-zone'
import { isoDay } from '~/lib/time'
import type { AuditLine } from '../../contract-audit'
import { userPath } from '../users/user-words'
import { type AuditDay, byDay, changeWords, clockOf } from './audit-days'
import './audit.css'

type AuditTableProps = {
  lines: readonly AuditLine[]
  /** The page after this one is on its way. */
  isStale?: boolean
  /** The level of the days' headings: below what stands over them. */
  level?: 2 | 3
}

/** The lines by day, each day a table with the same columns. On a phone each line is a block. */
export function AuditTable({ lines, isStale = false, level = 2 }: AuditTableProps) {
  const zone = useReaderZone() ?? 'UTC'
  const now = useNow()
  const today = isoDay(now === undefined ? (lines[0]?.at ?? '') : new Date(now), zone)
  const Title = `h${level}` as const
  return (
    <div className="lp-list" aria-busy={isStale || undefined} data-client-links>
      {byDay(lines, zone, today).map((day) => (
        <section key={day.day} className="au-day" aria-labelledby={`day-${day.day}`}>
          <Title className="t3" id={`day-${day.day}`}>
            {day.title}
          </Title>
          <Day day={day} zone={zone} />
        </section>
      ))}
    </div>
  )
}

function Day({ day: { title, lines }, zone }: { day: AuditDay; zone: string }) {
  return (
    <Table label={`${title}, table`} stacked className="aut">
      <caption className="sr">{title}</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Who</th>
          <th scope="col">Did what</th>
          <th scope="col">To</th>
          <th scope="col">Change</th>
          <th scope="col">Report</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id} data-row>
            <td className="num m2">
              <time dateTime={line.at}>{clockOf(line.at, zone)}</time>
            </td>
            <td>
              <Actor actor={line.actor} />
            </td>
            <td>{line.did}</td>
            <td className={classNames('m2', line.to?.isCode && 'code')}>
              {line.to?.href ? <a href={line.to.href}>{line.to.text}</a> : line.to?.text}
            </td>
            <td className="m2">{changeWords(line, zone)}</td>
            <td className="m2">
              {line.link && (
                <a className="link" href={line.link.href}>
                  {line.link.label}
                </a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Nobody: the product did it by itself. */
function Actor({ actor }: { actor: AuditLine['actor'] }) {
  if (!actor)
    return (
      <span className="row au-who">
        <span className="au-system">
          <Icon of={Cpu} />
        </span>
        <b className="b">System</b>
      </span>
    )
  if (actor.isGone) return <span className="m3">{actor.name}</span>
  return (
    <a className="row au-who" href={userPath(actor.id)}>
      <Avatar name={actor.name} imageUrl={actor.avatarUrl} size={28} />
      <b className="b">{actor.name}</b>
    </a>
  )
}
