import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Icon } from '~/design/icon'
import { Skeleton } from '~/design/skeleton'
import { useNow } from '~/design/use-now'
import { attentionQuery } from '../queries'
import { attentionRows } from './attention-rows'
import { PanelFailed } from './panel-failed'

/** Lists what needs an admin, each with a link to the screen that handles it. */
export function NeedsAttention() {
  const query = useQuery(attentionQuery())
  const { data, error } = query
  const now = useNow()
  if (error && !data) return <PanelFailed query={query} />
  if (!data) return <Skeleton className="adm-waits" />
  const rows = attentionRows(data, now)
  if (rows.length === 0) return <p className="m2 adm-calm">Nothing waits for you.</p>
  return (
    <div className="rows att">
      {rows.map(({ href, count, what, more }) => (
        <a key={what} href={href}>
          <b className="fig">{count}</b>
          <span>
            <b className="b">{what}</b>
            <span className="small m2 block">{more}</span>
          </span>
          <Icon of={ArrowRight} />
        </a>
      ))}
    </div>
  )
}
