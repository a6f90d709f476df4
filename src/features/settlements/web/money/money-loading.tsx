import { ListLoading } from '~/design/list-sections'
import { PageHead } from '~/design/page-head'
import { Skeleton } from '~/design/skeleton'
import styles from './money.module.css'

export function MoneyLoading() {
  return (
    <div data-full-width>
      <PageHead title="Money" size="title" className={styles.title} />
      <Skeleton className={styles.figures} height="7.5rem" />
      <ListLoading label="Loading money" />
    </div>
  )
}
