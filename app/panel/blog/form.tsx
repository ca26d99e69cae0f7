import { TextQuote } from "lucide-react";
import { useState } from "react";
import { href } from "react-router";
import { DEFAULT_AUTHOR, DEFAULT_CATEGORY } from "../../copy/business.ts";
import { recordPage as words } from "../../copy/panel/record-page.ts";
import { pinned, searchFields as searchWords } from "../../copy/panel/search-fields.ts";
import { firstSentences } from "../../features/blog/first-sentences.ts";
import { blogPost } from "../../features/blog/kind.ts";
import { postSearchDefaults } from "../../features/blog/search-defaults.ts";
import { useCovers } from "../../features/drawn/use-covers.ts";
import { slugify } from "../../platform/text/slug.ts";
import { RichTextField } from "../../ui/editor/rich-text.tsx";
import { TextAreaField, TextField } from "../../ui/panel/field.tsx";
import { ImageField } from "../../ui/panel/image-field.tsx";
import { autosaved, type FormProps, NEW_SWITCHES, useRecordForm } from "../../ui/panel/record-form.tsx";
import { PublishingCard, RecordPage, SideCard } from "../../ui/panel/record-page.tsx";
import { RecordSearch } from "../saving/record-search.tsx";
import type { Route } from "./+types/tab";

type Values = NonNullable<NonNullable<Route.ComponentProps["loaderData"]["opened"]>["record"]>;

const pathOf = (slug: string) => href("/blog/:slug", { slug });

/** SPEC 5: 'Create defaults'. */
const NEW_POST: Partial<Values> = {
  category: DEFAULT_CATEGORY,
  published: true,
  ...NEW_SWITCHES,
};

/** `keywords` are the blog's meta keywords. */
export type Site = { siteUrl: string; siteTitle: string; siteDescription?: string; keywords: string };

type Props = FormProps<Values> & { categories: string[]; site: Site };

/**
 * Adds or edits a post. The form replaces the list (SPEC 2, 4, 5; CONTRACT).
 * @param props.record null to add a post, published by default (SPEC 4)
 */
export const BlogForm = autosaved((props: Props) => {
  const { record, categories, site, onClose } = props;
  const { siteTitle } = site;
  const edited = useRecordForm(blogPost, props, {
    created: { ...NEW_POST, author: siteTitle === DEFAULT_AUTHOR ? DEFAULT_AUTHOR : "" },
    pathOf,
  });
  const { values, form: saving, slug } = edited;
  const { labeled } = saving;
  const covers = useCovers();
  const [excerpt, setExcerpt] = useState(values.excerpt ?? "");
  const [category, setCategory] = useState(values.category ?? "");

  return (
    <RecordPage
      edited={edited}
      name="blog-post"
      record={{ kind: "blog-posts", id: record?.id }}
      title={record ? "Edit blog post" : "Add blog post"}
      back="All posts"
      onClose={onClose}
      text={
        <>
          <TextField
            {...labeled("title")}
            isRequired
            className="input input--title"
            onChange={(event) => slug.follow(event.currentTarget.value)}
          />
          <RichTextField
            {...labeled("content")}
            isRequired
            size="large"
            hint="Put a YouTube link on its own line to embed the video."
            linksFrom={href("/admin-control-panel-seoprozone/link-targets")}
          />
        </>
      }
      side={
        <>
          <PublishingCard
            {...{ labels: blogPost.labels, values, pinned: pinned.post }}
            slug={{ field: labeled("slug").field, value: slug }}
          >
            <TextField
              {...labeled("category")}
              hint={`Defaults to ${DEFAULT_CATEGORY}.`}
              list="blog-categories"
              value={category}
              onChange={(event) => setCategory(event.currentTarget.value)}
            />
            <datalist id="blog-categories">
              {categories.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
            <TextField {...labeled("author")} hint={`Defaults to ${siteTitle}.`} />
            <div className="stack">
              <TextAreaField
                {...labeled("excerpt")}
                isOptional
                hint={`${excerpt.trim().length} characters. Search results show about 160.`}
                value={excerpt}
                onChange={(event) => setExcerpt(event.currentTarget.value)}
              />
              <button
                type="button"
                className="btn btn--soft"
                onClick={(event) => {
                  const content = event.currentTarget.form?.elements.namedItem("content");
                  if (content instanceof HTMLTextAreaElement) setExcerpt(firstSentences(content.value));
                }}
              >
                <TextQuote className="i" aria-hidden />
                Use the first sentences
              </button>
            </div>
          </PublishingCard>
          <SideCard title={words.image}>
            <ImageField
              {...labeled("featured_image")}
              cover={covers.draw({ slug: slugify(slug.slug) || "new", industry: category })}
              coverHint="If left empty, we generate a cover from the slug and category, as shown."
            />
          </SideCard>
        </>
      }
      search={
        <RecordSearch
          {...{ edited, record, site, pathOf }}
          slug={slugify(slug.slug)}
          describe={(typed) => ({
            defaults: postSearchDefaults(
              {
                title: typed("title") || searchWords.untitled,
                excerpt: typed("excerpt"),
                content: typed("content"),
                category: typed("category") || DEFAULT_CATEGORY,
              },
              site,
            ),
            image: typed("featured_image"),
          })}
        />
      }
    />
  );
});
