import { ListLoading } from '~/design/list-sections'
import { Skeleton } from '~/design/skeleton'
import styles from './money.module.css'

export function MoneyLoading() {
  return (
    <div data-full-width>
      <h1 className="title-1">Money</h1>
      <Skeleton className={styles.figures} height="7.5rem" />
      <ListLoading label="Loading money" />
    </div>
  )
}
