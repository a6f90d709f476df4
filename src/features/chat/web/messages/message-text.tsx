import { memo } from 'react'
import { splitIntoLinkParts } from '~/lib/links'

export const MessageText = memo(function MessageText({ text }: { text: string }) {
  return splitIntoLinkParts(text).map(({ text: partText, at, href }) => {
    if (href === undefined) return partText
    // The other site gets no referrer, no opener and no search ranking.
    return (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {partText}
      </a>
    )
  })
})
