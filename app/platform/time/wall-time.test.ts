import { expect, test } from "vitest";
import { momentsOf, wallTime } from "./wall-time.ts";

const at = (wall: string, zone: string) =>
  momentsOf(wall, zone).map((moment) => moment.toISOString().slice(0, 16));

test("times that clocks skip don't exist", () => {
  expect(at("2026-03-08T01:59", "America/New_York")).toEqual(["2026-03-08T06:59"]);
  expect(at("2026-03-08T02:00", "America/New_York")).toEqual([]);
  expect(at("2026-03-08T02:59", "America/New_York")).toEqual([]);
  expect(at("2026-03-08T03:00", "America/New_York")).toEqual(["2026-03-08T07:00"]);
  expect(at("2026-03-29T02:30", "Europe/Berlin")).toEqual([]);
  expect(at("2026-03-29T03:00", "Europe/Berlin")).toEqual(["2026-03-29T01:00"]);
  // Lord Howe Island shifts by half an hour.
  expect(at("2026-10-04T02:15", "Australia/Lord_Howe")).toEqual([]);
  expect(at("2026-10-04T02:30", "Australia/Lord_Howe")).toEqual(["2026-10-03T15:30"]);
});

test("a time that occurs twice has two moments", () => {
  expect(at("2026-11-01T00:59", "America/New_York")).toEqual(["2026-11-01T04:59"]);
  expect(at("2026-11-01T01:30", "America/New_York")).toEqual(["2026-11-01T05:30", "2026-11-01T06:30"]);
  expect(at("2026-11-01T02:00", "America/New_York")).toEqual(["2026-11-01T07:00"]);
  expect(at("2026-10-25T02:30", "Europe/Berlin")).toEqual(["2026-10-25T00:30", "2026-10-25T01:30"]);
  expect(at("2026-04-05T01:45", "Australia/Lord_Howe")).toEqual(["2026-04-04T14:45", "2026-04-04T15:15"]);
  expect(at("2026-04-05T01:29", "Australia/Lord_Howe")).toEqual(["2026-04-04T14:29"]);
});

test("every minute around a clock change can be converted to local time and back", () => {
  for (const [zone, from] of [
    ["America/New_York", "2026-11-01T03:00Z"],
    ["Europe/Berlin", "2026-03-28T22:00Z"],
    ["Australia/Lord_Howe", "2026-04-04T12:00Z"],
  ] as const)
    for (let minute = 0; minute < 360; minute++) {
      const moment = new Date(Date.parse(from) + minute * 60_000);
      const found = momentsOf(wallTime(moment, zone), zone).map((one) => one.getTime());
      expect(found).toContain(moment.getTime());
    }
});
