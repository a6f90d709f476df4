import { z } from 'zod'

export const textSections = z.object({
  sections: z.array(
    z.object({
      /** Null for text without a heading. */
      title: z.string().nullable(),
      /** HTML that platform/markdown rendered from Markdown. It contains no HTML tags of the author. */
      html: z.string(),
    }),
  ),
})
export type TextSection = z.output<typeof textSections>['sections'][number]

export const siteText = textSections.extend({
  /** The time of the last change of the text, or of a setting that the text mentions. */
  since: z.string(),
})
export type SiteText = z.output<typeof siteText>
