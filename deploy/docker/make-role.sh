#!/bin/sh
# Runs once, when PostgreSQL makes its data folder: the service gets a role that is no superuser, and its own database.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" <<'SQL'
create role quittance login password :'password';
create database quittance owner quittance;
SQL
