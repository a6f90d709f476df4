import { memo } from 'react'
import { splitIntoLinkParts } from '~/lib/links'

export const MessageText = memo(function MessageText({ text }: { text: string }) {
  return splitIntoLinkParts(text).map(({ text: partText, at, href }) => {
    if (href === undefined) return partText
    // A linked site gets no referrer, no access to this window and no search ranking from the link.
    return (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {partText}
      </a>
    )
  })
})
