import { ArrowUpRight } from 'lucide-react'
import { Flyer } from '~/design/flyer/flyer'
import { Icon } from '~/design/icon'
import type { Stock } from '~/design/stock'

const ways: { href: string; stock: Stock; seed: string; title: string; note: string }[] = [
  {
    href: '/discover',
    stock: 'mint',
    seed: 'New DJ Spotlights',
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
    seed: 'Expand Your Network',
    title: 'Expand Your Network',
    note: 'Promoters, venues and DJs to know',
  },
]

/** H-04 */
export function ExploreMore() {
  return (
    <section className="wrap sec">
      <h2 className="t2 xh">Explore More</h2>
      <div className="xm">
        {ways.map(({ href, stock, seed, title, note }) => (
          <a key={href} href={href} className={`sheet st-${stock}`}>
            <Flyer title={seed} stock={stock} ratio={480 / 220} hasTitle={false} className="ar" eager />
            <span className="tx">
              <b className="t3">{title}</b>
              <span className="small">{note}</span>
            </span>
            <Icon of={ArrowUpRight} />
          </a>
        ))}
      </div>
    </section>
  )
}
