import { useState } from "react";
import { landingPages } from "../../copy/panel/landing-pages.ts";
import { recordPage as frameWords } from "../../copy/panel/record-page.ts";
import { searchFields as searchWords } from "../../copy/panel/search-fields.ts";
import { landingSlug } from "../../copy/site/landing-path.ts";
import { services } from "../../copy/site/service-catalog.ts";
import { landingPage } from "../../features/landing-pages/kind.ts";
import { landingSearchDefaults } from "../../features/landing-pages/search-defaults.ts";
import { sectionsRule } from "../../features/landing-pages/sections.ts";
import { followsTitle, slugify } from "../../platform/text/slug.ts";
import { SelectField, TextField } from "../../ui/panel/field.tsx";
import { autosaved, type FormProps, useKindForm } from "../../ui/panel/record-form.tsx";
import { RecordPage, SideCard } from "../../ui/panel/record-page.tsx";
import type { useSaveForm } from "../../ui/panel/save-form.ts";
import { Switch } from "../../ui/panel/switch.tsx";
import { isPublic } from "../../ui/panel/waiting-changes.tsx";
import { RecordSearch } from "../saving/record-search.tsx";
import type { Route } from "./+types/added";
import type { Sources } from "./landing-section-form.tsx";
import { SectionsField } from "./landing-sections.tsx";

type Opened = NonNullable<Route.ComponentProps["loaderData"]["opened"]>;
type Values = NonNullable<Opened["record"]>;

const words = landingPages.form;
const { labels } = landingPage;
const pathOf = (slug: string) => `/${slug}`;

type Props = FormProps<Values> & {
  begun: Opened["begun"];
  sources: Sources;
  site: { siteUrl: string; siteTitle: string };
};

/**
 * Adds or edits a landing page. The form replaces the list.
 * @param props.begun initial values of a new page
 */
export const LandingForm = autosaved((props: Props) => {
  const { record, begun, sources, site, onSaved, onClose } = props;
  const edited = useKindForm(landingPage, props, {
    created: { ...begun, published: false, is_indexable: true, is_followable: true } as Partial<Values>,
    onSaved: (posted) => {
      const slug = landingSlug(String(posted.get("slug") || posted.get("title")));
      onSaved(isPublic(posted) ? `/${slug}` : null);
    },
  });
  const { values, form: saving } = edited;
  const { labeled } = saving;
  const path = usePath(values, record?.slug);
  return (
    <RecordPage
      edited={edited}
      name="landing-page"
      record={{ kind: "landing-pages", id: record?.id }}
      title={record ? words.edit : words.add}
      back={words.back}
      onClose={onClose}
      text={
        <>
          <TextField
            {...labeled("title")}
            isRequired
            className="input input--title"
            onChange={(event) => path.follow(event.currentTarget.value)}
          />
          <SectionsField field={labeled("sections").field} sources={sources} />
        </>
      }
      side={
        <>
          <SideCard title={frameWords.publishing}>
            <Switch name="published" label={labels.published} isOn={values.published === true} />
            <PathFields saving={saving} path={path} />
            <SelectField {...labeled("service")} isOptional hint={words.service}>
              <option value="">{landingPages.start.noService}</option>
              {services.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextField {...labeled("area")} isOptional hint={words.area} />
          </SideCard>
          <SideCard title={words.menus}>
            <Switch
              name="in_header"
              label={labels.in_header}
              isOn={values.in_header === true}
              hint={words.headerHint}
            />
            <Switch
              name="in_footer"
              label={labels.in_footer}
              isOn={values.in_footer === true}
              hint={words.footerHint}
            />
            <Switch name="in_sitemap" label={labels.in_sitemap} isOn={values.in_sitemap !== false} />
            <Switch name="in_related" label={labels.in_related} isOn={values.in_related !== false} />
            <TextField {...labeled("menu_label")} isOptional hint={words.menuLabel} />
            <TextField {...labeled("sort")} inputMode="numeric" hint={words.sort} />
          </SideCard>
          <SideCard title={words.frame}>
            <Switch
              name="without_menus"
              label={labels.without_menus}
              isOn={values.without_menus === true}
              hint={words.withoutMenus}
            />
          </SideCard>
        </>
      }
      search={
        <RecordSearch
          {...{ edited, record, site, pathOf }}
          slug={path.slug}
          keywordsHint={words.canonicalKeywords}
          describe={(typed) => ({
            defaults: landingSearchDefaults(
              {
                ...{ title: typed("title") || searchWords.untitled, service: typed("service") },
                ...{
                  area: typed("area"),
                  sections: sectionsRule.safeParse(typed("sections")).data ?? [],
                },
              },
              site.siteTitle,
            ),
          })}
        />
      }
    />
  );
});

/** Splits the path into a service's path, if any, and the page's own slug, which follows the title until edited. */
function usePath(form: { title?: string; slug?: string }, saved: string | undefined) {
  const parts = (form.slug ?? "").split("/");
  const last = parts.at(-1) ?? "";
  const [below, setBelow] = useState(parts.slice(0, -1).join("/"));
  const [own, setOwn] = useState(last || slugify(form.title ?? ""));
  const isOwnStart = !last || followsTitle({ ...form, slug: last }, saved?.split("/").at(-1));
  const [isFollowing, setFollowing] = useState(isOwnStart);
  const tidy = slugify(own);
  return {
    ...{ below, own, setBelow },
    slug: tidy && (below ? `${below}/${tidy}` : tidy),
    follow: (title: string) => isFollowing && setOwn(slugify(title)),
    edit(typed: string) {
      setOwn(typed);
      setFollowing(typed === "");
    },
    tidy: () => setOwn(tidy),
  };
}

function PathFields(props: {
  saving: Pick<ReturnType<typeof useSaveForm>, "labeled">;
  path: ReturnType<typeof usePath>;
}) {
  const { saving, path } = props;
  const { field } = saving.labeled("slug");
  return (
    <>
      <SelectField
        field={{ id: `${field.id}-below`, name: "" }}
        label={words.below}
        value={path.below}
        onChange={(event) => path.setBelow(event.currentTarget.value)}
      >
        <option value="">/</option>
        {services.map(({ slug }) => (
          <option key={slug} value={`services/${slug}`}>
            /services/{slug}/
          </option>
        ))}
      </SelectField>
      <input type="hidden" name="slug" value={path.slug} />
      <TextField
        field={{ id: `${field.id}-own`, name: "", errors: field.errors }}
        label={words.path}
        className="input mono"
        hint={words.pathHint}
        value={path.own}
        onChange={(event) => path.edit(event.currentTarget.value)}
        onBlur={path.tidy}
      />
    </>
  );
}
