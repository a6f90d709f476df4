import { ArrowUpRight } from 'lucide-react'
import { Icon } from '~/design/icon'
import { VisuallyHidden } from '~/design/visually-hidden'
import type { DjDetail } from '../contract-shapes'
import { ChipLink, Chips } from '~/design/chip'

type SocialLinksProps = { links: DjDetail['socialLinks']; className?: string | undefined }

/** Shows links to a person’s pages on other sites. Renders nothing without links. */
export function SocialLinks({ links, className }: SocialLinksProps) {
  if (links.length === 0) return null
  return (
    <section className={className}>
      <h2 className="title-2">Social links</h2>
      <Chips>
        {links.map(({ label, url }) => (
          <ChipLink key={`${label} ${url}`} href={url} rel="noreferrer nofollow" target="_blank">
            {label} <Icon of={ArrowUpRight} />
            <VisuallyHidden>, opens in a new tab</VisuallyHidden>
          </ChipLink>
        ))}
      </Chips>
    </section>
  )
}
