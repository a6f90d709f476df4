import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '~/design/icon'
import { VisuallyHidden } from '~/design/visually-hidden'
import type { DjDetail } from '../contract-shapes'
import { DjContact } from './dj-contact'

type DjAsideProps = { dj: DjDetail; isSignedIn: boolean; availability: ReactNode }

/** When they play, how to reach them, where to hear them. */
export function DjAside({ dj, isSignedIn, availability }: DjAsideProps) {
  return (
    <aside className="stack" aria-label={`Reaching ${dj.name}`}>
      {availability}
      <DjContact dj={dj} isSignedIn={isSignedIn} />
      {dj.socialLinks.length > 0 && (
        <section className="socials">
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
