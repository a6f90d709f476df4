import { ArrowUpRight } from 'lucide-react'
import { Flyer } from '~/design/flyer/flyer'
import { Icon } from '~/design/icon'
import type { Stock } from '~/design/stock'
import styles from './home.module.css'

// Each seed draws a different picture: tiles, rays, rings.
const ways: { href: string; stock: Stock; seed: string; title: string; note: string }[] = [
  {
    href: '/discover',
    stock: 'mint',
    seed: 'First Record',
    title: 'New DJ Spotlights',
    note: 'People worth an hour of your time',
  },
  {
    href: '/events',
    stock: 'orange',
    seed: 'Trending Events',
    title: 'Trending Events',
    note: 'What people are going to',
  },
  {
    href: '/dashboard/network',
    stock: 'lilac',
    seed: 'New neighbors',
    title: 'Expand Your Network',
    note: 'Promoters, venues and DJs to know',
  },
]

export function ExploreMore() {
  return (
    <section className="page-width section">
      <h2 className="title-2">Explore More</h2>
      <div className={styles.explore}>
        {ways.map(({ href, stock, seed, title, note }) => (
          <a key={title} href={href} className={`sheet stock-${stock}`}>
            <Flyer title={seed} stock={stock} ratio={480 / 220} hasTitle={false} eager />
            <span className={styles.exploreText}>
              <b className="title-3">{title}</b>
              <span className="small">{note}</span>
            </span>
            <Icon of={ArrowUpRight} />
          </a>
        ))}
      </div>
    </section>
  )
}
