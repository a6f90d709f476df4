import { z } from 'zod'

export const textSections = z.object({
  sections: z.array(
    z.object({
      /** Null for text without a heading. */
      title: z.string().nullable(),
      /** Rendered from Markdown by platform/markdown, which strips all HTML tags of the author. */
      html: z.string(),
    }),
  ),
})
export type TextSection = z.output<typeof textSections>['sections'][number]

export const siteText = textSections.extend({
  /** When it last changed, or a setting that it mentions. */
  since: z.string(),
})
export type SiteText = z.output<typeof siteText>
