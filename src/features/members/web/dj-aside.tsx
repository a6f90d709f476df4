import { ArrowUpRight } from 'lucide-react'
import { Icon } from '~/design/icon'
import { VisuallyHidden } from '~/design/visually-hidden'
import type { DjDetail } from '../contract-shapes'
import { weekOf } from '../rules/weekday'

/** When they play, how to reach them, where to hear them. */
export function DjAside({ dj }: { dj: DjDetail }) {
  return (
    <aside className="stack" aria-label={`Reaching ${dj.name}`}>
      {dj.availabilityDays.length > 0 && (
        <section>
          <h2 className="t2">Availability</h2>
          <ul className="week">
            {weekOf(dj.availabilityDays).map(({ name, isAvailable }) => (
              <li key={name} className={isAvailable ? 'on' : undefined}>
                {name}
                <VisuallyHidden>{isAvailable ? ', available' : ', not available'}</VisuallyHidden>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2 className="t2">Contact</h2>
        <dl className="dl">
          <div>
            <dt>Bookings</dt>
            <dd>
              <a className="link" href={`mailto:${dj.email}`}>
                {dj.email}
              </a>
            </dd>
          </div>
          {dj.phone && (
            <div>
              <dt>Phone</dt>
              <dd>
                <a className="link" href={`tel:${dj.phone.replaceAll(/[^+\d]/gu, '')}`}>
                  {dj.phone}
                </a>
              </dd>
            </div>
          )}
        </dl>
      </section>
      {dj.socialLinks.length > 0 && (
        <section>
          <h2 className="t2">Social links</h2>
          <div className="chips">
            {dj.socialLinks.map(({ label, url }) => (
              <a
                className="chip"
                key={`${label} ${url}`}
                href={url}
                rel="noreferrer nofollow"
                target="_blank"
              >
                {label} <Icon of={ArrowUpRight} />
                <VisuallyHidden>, opens in a new tab</VisuallyHidden>
              </a>
            ))}
          </div>
        </section>
      )}
    </aside>
  )
}
